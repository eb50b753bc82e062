// frexp, modf, scalbn, ilogb, logb and nextafter
#include <math.h>
#include <stdio.h>

int main(void)
{
    double v[] = {1.0, 0.75, -10.0, 1e300, 5e-324};
    for (int i = 0; i < 5; i++) {
        int e;
        double m = frexp(v[i], &e);
        printf("%.17g %d\n", m, e);
    }
    double whole;
    double part = modf(-3.75, &whole);
    printf("%g %g\n", whole, part);
    part = modf(42.0, &whole);
    printf("%g %g\n", whole, part);
    printf("%g %g\n", scalbn(1.5, 10), scalbn(1, -3));
    printf("%d %d %g\n", ilogb(1000), ilogb(0.2), logb(64));
    printf("%.17g %.17g\n", nextafter(1.0, 2.0), nextafter(1.0, 0.0));
    printf("%g\n", nextafter(0.0, 1.0));
    return 0;
}
