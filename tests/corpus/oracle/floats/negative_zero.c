// Negative zero: equal to zero but told apart by sign and division
#include <math.h>
#include <stdio.h>

int main(void)
{
    volatile double z = 0.0;
    double n = -z;
    printf("%d %d %d\n", n == z, n < z, signbit(n) != 0);
    printf("%g %g\n", z, n);
    printf("%g %g\n", 1 / z, 1 / n);
    printf("%g %g %g\n", n + z, n + n, n - z);
    printf("%g %g\n", z * -1, n * n);
    printf("%g\n", -1e-200 * 1e-200);
    printf("%d %d\n", n ? 1 : 0, !n);
    printf("%d\n", (int)n);
    printf("%g\n", copysign(3.0, n));
    float f = n;
    printf("%g %d\n", f, signbit(f) != 0);
    printf("%g %g\n", 0.0 - z, -(z - 0.0));
    printf("%g\n", fmod(-6.0, 3.0));
    return 0;
}
