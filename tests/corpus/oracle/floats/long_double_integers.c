// long double holds every 64-bit integer exactly
#include <stdio.h>

int main(void)
{
    unsigned long long u = 18446744073709551615ull;
    long long s = -9223372036854775807ll - 1;
    long double lu = u, ls = s;
    printf("%.0Lf %.0Lf\n", lu, ls);
    printf("%llu %lld\n", (unsigned long long)lu, (long long)ls);
    printf("%d %d\n", lu == u, ls + 1 == s + 1);
    long double sum = 0;
    for (int i = 0; i < 64; i++)
        sum += (long double)(1ull << i);
    printf("%d\n", sum == lu);
    printf("%llu\n", (unsigned long long)(lu / 3));
    printf("%lld\n", (long long)(ls / 7 * 2));
    printf("%d %d\n", (double)u == lu, (float)16777217 == 16777217.0L);
    int i = -7.99L;
    unsigned char c = 255.5L;
    printf("%d %d\n", i, c);
    return 0;
}
