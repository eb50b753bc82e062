// Declaration specifiers in unusual orders, implicit int in unsigned and long
#include <stdio.h>

long static unsigned int counter = 3;
int long long const big = 1ll << 40;
unsigned typedef char octet;
const static octet table[] = {1, 2, 300 & 255};
short int unsigned us = 65535;
double long ld = 0.5;
char signed sc = -1;
long unsigned int long ull = ~0ull;

int main(void)
{
    unsigned u = 1;
    long l = 2;
    short s = 3;
    unsigned long ul = 4;
    signed n = -5;
    printf("%lu %lld %d %d\n", counter, big, table[2], us);
    printf("%.1Lf %d %llu\n", ld, sc, ull);
    printf("%u %ld %d %lu %d\n", u, l, s, ul, n);
    register int r = 6;
    auto int a = 7;
    volatile const register int vcr = 8;
    printf("%d\n", r + a + vcr);
    printf("%zu %zu %zu\n", sizeof counter, sizeof big, sizeof(octet));
    return 0;
}
