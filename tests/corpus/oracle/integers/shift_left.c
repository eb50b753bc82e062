// Left shifts: the type is that of the promoted left operand
#include <stdio.h>

int main(void)
{
    unsigned u = 1;
    for (int i = 0; i < 32; i += 5)
        printf("%u ", u << i);
    printf("\n");
    unsigned long long ull = 3;
    printf("%llu %llu\n", ull << 40, ull << 62);
    unsigned char c = 0x81;
    printf("%d %d\n", c << 1, (unsigned char)(c << 1));
    unsigned short s = 0xffff;
    printf("%d\n", s << 4);
    printf("%u\n", 0xffffffffu << 31);
    printf("%d\n", 1 << 30);
    printf("%llu\n", 1ull << u);
    printf("%zu %zu\n", sizeof(c << 1ll), sizeof(1ll << c));
    unsigned long word = 1;
    word <<= sizeof(long) * 8 - 1;
    printf("%lu\n", word);
    u <<= 4;
    u <<= u;
    printf("%u\n", u);
    return 0;
}
