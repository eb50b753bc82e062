// Integer literals in every base with every suffix
#include <stdio.h>

int main(void)
{
    printf("%d %d %d %d\n", 42, 052, 0x2a, 0b101010);
    printf("%u %u %u\n", 42u, 052U, 0X2Au);
    printf("%ld %ld %ld\n", 42l, 052L, 0x2aL);
    printf("%lu %lu %lu %lu\n", 42ul, 42lu, 42UL, 42Lu);
    printf("%lld %lld\n", 42ll, 0x2ALL);
    printf("%llu %llu %llu\n", 42ull, 42LLU, 42uLL);
    printf("%d %d\n", 0, 00);
    printf("%llx\n", 0xFEDCBA9876543210ull);
    printf("%llu\n", 01777777777777777777777ull);
    printf("%u\n", 0b11111111000000001111111100000000u);
    printf("%d\n", 0x7fffffff);
    printf("%u\n", 0x80000000);
    return 0;
}
