// Comparisons, negation and mixed arithmetic with long double
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

static long double mean(const long double *v, int n)
{
    long double sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum / n;
}

int main(void)
{
    long double a = 0.1L, b = 0.1, zero = 0;
    printf("%d %d %d\n", a == b, a < b, a > b);
    printf("%d\n", (float)a == 0.1f);
    printf("%Lg %Lg\n", -a, +b);
    printf("%d %d\n", !a, !zero);
    bool truth = a;
    printf("%d\n", truth);
    long double values[4] = {1, 2.5, -3.25f, 4};
    printf("%.6Lf\n", mean(values, 4));
    volatile long double z = zero;
    printf("%Lf %d\n", 1 / z, isnan(z / z) != 0);
    printf("%.3Lf\n", 7 / 2 + 7 / 2.0L);
    a++;
    --b;
    printf("%.4Lf %.4Lf\n", a, b);
    a *= 2;
    a -= 1;
    printf("%.4Lf\n", a);
    printf("%.2Lf\n", fabsl(-2.5L));
    return 0;
}
