// The values of float.h
#include <float.h>
#include <stdio.h>

int main(void)
{
    printf("%d\n", FLT_RADIX);
    printf("%d %d %d\n", FLT_MANT_DIG, FLT_MIN_EXP, FLT_MAX_EXP);
    printf("%d %d %d\n", DBL_MANT_DIG, DBL_MIN_EXP, DBL_MAX_EXP);
    printf("%d %d\n", FLT_DIG, DBL_DIG);
    printf("%.9g %.9g %.9g\n", FLT_MIN, FLT_MAX, FLT_EPSILON);
    printf("%.17g %.17g %.17g\n", DBL_MIN, DBL_MAX, DBL_EPSILON);
    printf("%d %d\n", 1.0 + DBL_EPSILON > 1.0, 1.0 + DBL_EPSILON / 2 > 1.0);
    printf("%d\n", DECIMAL_DIG);
    return 0;
}
