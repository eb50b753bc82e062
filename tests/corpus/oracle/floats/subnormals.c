// Subnormal numbers: gradual underflow in float and double
#include <float.h>
#include <stdio.h>

int main(void)
{
    volatile double d = DBL_MIN;
    int steps = 0;
    while (d > 0) {
        d /= 2;
        steps++;
    }
    printf("%d\n", steps);
    volatile float f = FLT_MIN;
    steps = 0;
    while (f > 0) {
        f /= 2;
        steps++;
    }
    printf("%d\n", steps);
    d = 5e-324;
    printf("%g %g %d\n", d, d / 2, d / 2 == 0);
    printf("%g %g\n", d * 1.5, d + d);
    double x = 3e-308, y = 2.9e-308;
    printf("%d %g\n", x - y != 0, x - y);
    printf("%.9g\n", 1e-40f * 3.0f);
    printf("%a\n", DBL_MIN / 4);
    return 0;
}
