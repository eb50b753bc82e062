// Variable arguments of the integer types after default promotion
#include <stdarg.h>
#include <stdio.h>

static long long sum(const char *types, ...)
{
    long long total = 0;
    va_list ap;
    va_start(ap, types);
    for (; *types; types++) {
        switch (*types) {
        case 'c': total += (char)va_arg(ap, int); break;
        case 'i': total += va_arg(ap, int); break;
        case 'u': total += va_arg(ap, unsigned); break;
        case 'l': total += va_arg(ap, long); break;
        case 'L': total += va_arg(ap, long long); break;
        case 'z': total += va_arg(ap, size_t); break;
        }
    }
    va_end(ap);
    return total;
}

int main(void)
{
    char c = 'A';
    short s = -300;
    unsigned char uc = 255;
    _Bool b = 1;
    printf("%lld\n", sum("ci", c, s));
    printf("%lld\n", sum("iii", uc, b, -1));
    printf("%lld\n", sum("uL", 4000000000u, 1ll << 40));
    printf("%lld\n", sum("lz", -7l, sizeof(char[9])));
    printf("%lld\n", sum("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    printf("%lld\n", sum("iLiLiL", 1, 2ll, 3, 4ll, 5, -600000000000ll));
    printf("%lld\n", sum(""));
    return 0;
}
