// Conversion between float, double and long double
#include <stdio.h>

int main(void)
{
    double third = 1.0 / 3.0;
    float f = third;
    long double l = third;
    printf("%.17g %.9g %.17g\n", third, f, (double)f);
    printf("%d %d %d\n", f == third, l == third, (float)third == f);
    printf("%.20Lg\n", 1.0L / 3.0L);
    printf("%d\n", (double)(1.0L / 3.0L) == third);
    f = 1e30f;
    double d = f;
    printf("%.17g\n", d);
    f = 1e39;
    printf("%f\n", f);
    f = 1e-50;
    printf("%g %d\n", f, f == 0);
    f = 1e-42;
    printf("%.6g\n", f);
    printf("%.17g\n", (double)0.1f);
    printf("%d %d\n", 0.5f == 0.5, 0.1f == 0.1);
    printf("%d\n", sizeof(0.1f + 0.1) == sizeof(double));
    return 0;
}
