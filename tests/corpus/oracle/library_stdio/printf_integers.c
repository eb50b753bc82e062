// printf: integer conversions with every length modifier
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    printf("%d %i %u\n", -42, 42, 42u);
    printf("%hhd %hhu %hd %hu\n", (signed char)-1, (unsigned char)255, (short)-2, (unsigned short)65534);
    printf("%hhd %hhu %hd %hu\n", 300, 300, 70000, 70000);
    printf("%ld %lu %lld %llu\n", -3l, 3ul, -4ll, 4ull);
    printf("%zd %zu %jd %ju %td\n", (ptrdiff_t)-5, (size_t)5, (intmax_t)-6, (uintmax_t)6, (ptrdiff_t)7);
    printf("%x %X %o\n", 0xabcdu, 0xabcdu, 0777u);
    printf("%hhx %hx %lx %llx\n", (unsigned char)0xfe, (unsigned short)0xfedc, 0xfedcbaul, 0xfedcba9876543210ull);
    printf("%lo %llo %hho\n", 8ul, 1ull << 63, (unsigned char)9);
    printf("%c%c%c\n", 'a', 98, 'c' + 256);
    printf("%d %d\n", 'x', (char)200);
    printf("%u %x\n", -1u, ~0u);
    printf("%lld %lld\n", (long long)INT64_MIN, (long long)INT64_MAX);
    printf("%%|\n");
    return 0;
}
