// A small printf written with variable arguments
#include <stdarg.h>
#include <stdio.h>

static int written;
static void put(char c)
{
    putchar(c);
    written++;
}

static void put_unsigned(unsigned long long v, unsigned base)
{
    if (v >= base)
        put_unsigned(v / base, base);
    put("0123456789abcdef"[v % base]);
}

static int mini(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    written = 0;
    for (; *format; format++) {
        if (*format != '%') {
            put(*format);
            continue;
        }
        int wide = 0;
        while (*++format == 'l')
            wide++;
        long long v = 0;
        switch (*format) {
        case 'd':
            v = wide == 2 ? va_arg(ap, long long) : wide ? va_arg(ap, long) : va_arg(ap, int);
            if (v < 0)
                put('-');
            put_unsigned(v < 0 ? -(unsigned long long)v : (unsigned long long)v, 10);
            break;
        case 'x': put_unsigned(va_arg(ap, unsigned), 16); break;
        case 'c': put(va_arg(ap, int)); break;
        case 's':
            for (const char *s = va_arg(ap, const char *); *s; s++)
                put(*s);
            break;
        default: put(*format);
        }
    }
    va_end(ap);
    return written;
}

int main(void)
{
    int n = mini("%d %lld %x %c%s 100%%\n", -42, 1ll << 50, 0xbeefu, 'o', "k");
    n += mini("%ld|%lld\n", 123456l, -(1ll << 33) / 2);
    return n;
}
