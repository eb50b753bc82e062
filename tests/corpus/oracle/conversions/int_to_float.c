// Integer to floating conversion rounds to nearest even when it is not exact
#include <stdio.h>

int main(void)
{
    int i = 16777217;
    unsigned u = 4294967295u;
    long long ll = 9007199254740993ll;
    unsigned long long ull = 18446744073709551615ull;
    volatile int z = 16777219;

    printf("%.1f %.1f\n", (float)i, (double)i);
    printf("%.1f %.1f\n", (float)u, (double)u);
    printf("%.1f %.1f\n", (float)ll, (double)ll);
    printf("%.1f %.1f\n", (float)ull, (double)ull);
    printf("%.1f\n", (float)z);
    printf("%.1f\n", (double)-9007199254740995ll);
    printf("%.1Lf %.1Lf\n", (long double)ull, (long double)ll);
    printf("%d %d\n", (float)i == i, (double)i == i);
    printf("%.1f\n", (float)(unsigned char)-1);
    printf("%.1f\n", (double)(signed char)-1);
    printf("%.1f\n", (float)4611686293305294849ll);
    return 0;
}
