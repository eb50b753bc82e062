// float arguments arrive as double, long double stays itself; mixed with integers
#include <stdarg.h>
#include <stdio.h>

static double mix(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    double total = 0;
    for (int i = 0; i < n; i++) {
        total += va_arg(ap, int);
        total += va_arg(ap, double);
    }
    total += (double)va_arg(ap, long double);
    va_end(ap);
    return total;
}

static double many(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    double total = 0;
    while (n--)
        total = total * 2 + va_arg(ap, double);
    va_end(ap);
    return total;
}

int main(void)
{
    float f = 0.5f;
    printf("%.2f\n", mix(2, 1, f, 2, 0.25, 100.0L));
    printf("%.2f\n", mix(0, 3.5L));
    printf("%.1f\n", many(12, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0));
    printf("%.1f %.1f %.1Lf\n", f, f * 3, (long double)f);
    return 0;
}
