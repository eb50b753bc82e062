// Infinities: overflow, division by zero and arithmetic on them
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
    volatile double zero = 0.0, max = DBL_MAX;
    double inf = 1.0 / zero;
    printf("%f %f\n", inf, -inf);
    printf("%f %f\n", max * 2, -max - max);
    printf("%f %f %f\n", inf + 1, inf * -2, 5 / inf);
    printf("%d %d\n", isnan(inf - inf) != 0, isnan(inf * zero) != 0);
    printf("%d %d %d\n", inf > max, -inf < -max, inf == inf + 1);
    volatile float fmax = FLT_MAX;
    float f = fmax * 10;
    printf("%f %d\n", f, isinf(f) != 0);
    printf("%f\n", (float)max);
    printf("%d\n", (int)(1 / inf));
    printf("%f\n", INFINITY > 0 ? HUGE_VAL : 0.0);
    return 0;
}
