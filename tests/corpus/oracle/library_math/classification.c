// isnan, isinf, isfinite, isnormal, signbit and fpclassify on all three types
#include <float.h>
#include <math.h>
#include <stdio.h>

static const char *name(int c)
{
    return c == FP_NAN ? "nan" : c == FP_INFINITE ? "infinite" : c == FP_ZERO ? "zero" : c == FP_SUBNORMAL ? "subnormal" : "normal";
}

int main(void)
{
    double v[] = {0.0, -0.0, 1.0, -1.0, INFINITY, -INFINITY, NAN, DBL_MIN, DBL_MIN / 2};
    for (int i = 0; i < 9; i++)
        printf("%d%d%d%d%d %s\n", isnan(v[i]) != 0, isinf(v[i]) != 0, isfinite(v[i]) != 0, isnormal(v[i]) != 0,
               i == 6 ? 0 : signbit(v[i]) != 0, name(fpclassify(v[i])));
    float f = FLT_MIN / 4;
    long double l = LDBL_MIN;
    printf("%s %s %s\n", name(fpclassify(f)), name(fpclassify((double)f)), name(fpclassify(l)));
    printf("%d %d\n", isinf((float)1e300) != 0, isinf(1e300) != 0);
    printf("%d %d\n", isgreater(2.0, 1.0), islessgreater(1.0, 1.0));
    return 0;
}
