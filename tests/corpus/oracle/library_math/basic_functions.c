// fabs, sqrt, fmod, fmin, fmax, fdim, copysign and ldexp
#include <math.h>
#include <stdio.h>

int main(void)
{
    printf("%g %g %g\n", fabs(-2.5), fabs(-0.0), fabs(INFINITY));
    printf("%.17g %.17g %g\n", sqrt(2.0), sqrt(1e-300), sqrt(0.0));
    printf("%.9g %.9g\n", sqrtf(2.0f), sqrtf(0.1f));
    printf("%.17g %.17g %.17g %g\n", fmod(7.5, 2), fmod(-7.5, 2), fmod(1e10, 0.3), fmod(3, INFINITY));
    printf("%g %g %g\n", fmin(1, 2), fmax(1, 2), fmax(-INFINITY, 0));
    printf("%g %g\n", fmin(NAN, 3), fmax(4, NAN));
    printf("%g %g\n", fdim(5, 3), fdim(3, 5));
    printf("%g %g\n", copysign(2, -0.0), copysign(-2, 1));
    printf("%g %g %g\n", ldexp(0.75, 4), ldexp(1, -1074), ldexp(1, 2000));
    printf("%d %d\n", isnan(sqrt(-1.0)) != 0, isnan(fmod(1, 0)) != 0);
    printf("%.9g %.9g\n", fabsf(-0.1f), fmodf(5.3f, 2));
    printf("%.20Lg\n", sqrtl(2.0L));
    printf("%g %g\n", fma(2, 3, 4), fabs(-5));
    return 0;
}
