// Unsigned arithmetic wraps around in every width
#include <limits.h>
#include <stdio.h>

int main(void)
{
    unsigned char c = UCHAR_MAX;
    unsigned short s = USHRT_MAX;
    unsigned u = UINT_MAX;
    unsigned long l = ULONG_MAX;
    unsigned long long ll = ULLONG_MAX;
    c++, s++, u++, l++, ll++;
    printf("%d %d %u %lu %llu\n", c, s, u, l, ll);
    c--, s--, u--, l--, ll--;
    printf("%d %d %u %lu %llu\n", c, s, u, l, ll);
    printf("%u %lu %llu\n", u * u, l * l, ll * ll);
    printf("%u %llu\n", u + 2, ll + 2);
    printf("%u %llu\n", -u, -ll);
    printf("%u\n", 0u - 1);
    printf("%u\n", 65536u * 65537u);
    printf("%llu\n", 0x123456789abcdefull * 0xfedcba987654321ull);
    u = 5;
    u -= 6;
    printf("%u\n", u);
    return 0;
}
