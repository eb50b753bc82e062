// Right shifts: arithmetic for signed and logical for unsigned operands
#include <stdio.h>

int main(void)
{
    int i = -256;
    unsigned u = 0x80000000u;
    long long ll = -1234567890123ll;
    signed char c = -3;
    unsigned char uc = 0xf0;
    short s = -32768;
    for (int k = 0; k <= 31; k += 6)
        printf("%d %u; ", i >> k, u >> k);
    printf("\n%lld %lld %lld\n", ll >> 1, ll >> 32, ll >> 63);
    printf("%llu\n", (unsigned long long)ll >> 60);
    printf("%d %d %d\n", c >> 1, c >> 7, uc >> 4);
    printf("%d %d\n", s >> 15, (unsigned short)s >> 15);
    printf("%d\n", -1 >> 31);
    i >>= 3;
    c >>= 1;
    printf("%d %d\n", i, c);
    printf("%ld\n", (long)-8 >> 2);
    return 0;
}
