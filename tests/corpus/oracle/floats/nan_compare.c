// Comparisons with NaN: unordered, every relation but != is false
#include <math.h>
#include <stdio.h>

static void relations(double a, double b)
{
    printf("%d%d%d%d%d%d\n", a < b, a <= b, a > b, a >= b, a == b, a != b);
}

int main(void)
{
    volatile double zero = 0.0;
    double n = zero / zero;
    relations(n, n);
    relations(n, 1.0);
    relations(1.0, n);
    relations(1.0, 1.0);
    relations(INFINITY, n);
    printf("%d %d\n", !(n < 1.0), !(n >= 1.0));
    printf("%d %d\n", n ? 1 : 0, !n);
    printf("%d\n", isnan(n + 1.0) && isnan(n * 0.0) && isnan(-n));
    printf("%d\n", isunordered(n, 1.0) + isless(1.0, 2.0) * 10 + isgreaterequal(n, n) * 100);
    float f = n;
    printf("%d %d\n", f != f, f == f);
    return 0;
}
