// printf: %f, %e and %g with flags, widths and precisions
#include <math.h>
#include <stdio.h>

int main(void)
{
    double v[] = {0, 1, -1.5, 3.14159265358979, 123456789.125, 1e-7, 6.02e23, 0.1, 999999.5, 100000, 1234567};
    for (int i = 0; i < 11; i++)
        printf("%f %e %g %.0f %.2e %.3g\n", v[i], v[i], v[i], v[i], v[i], v[i]);
    printf("[%10.2f] [%-10.2f] [%010.2f] [%+.1f] [% .1f]\n", 2.5, 2.5, -2.5, 2.5, 2.5);
    printf("[%#.0f] [%#g] [%#.0e] [%.0g]\n", 3.0, 3.0, 3.0, 0.00012);
    printf("%F %E %G\n", 1.5, 1e-10, 1e-10);
    printf("%f %5f %-5f| %F %e %G\n", INFINITY, -INFINITY, INFINITY, INFINITY, -INFINITY, INFINITY);
    printf("%05f %+f\n", INFINITY, INFINITY);
    printf("%.15f %.20f\n", 0.1, 0.1);
    printf("%*.*f\n", 12, 4, 2.0 / 3);
    printf("%.3f\n", 1.0005);
    printf("%Lf %.10Le %Lg\n", 1.25L, 1.0L / 3, 1e100L);
    printf("%lf\n", 2.75);
    printf("%.1f %.1f %.1f\n", 0.05, 0.15, 0.25);
    printf("%g %g %g %g\n", 1e5, 1e6, 1e-4, 1e-5);
    return 0;
}
