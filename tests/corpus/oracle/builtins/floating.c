// Floating builtins: inf, nan, huge_val, isnan, signbit, fabs, copysign, comparisons
#include <stdio.h>

int main(void)
{
    double n = __builtin_nan(""), i = __builtin_inf();
    printf("%d %d\n", __builtin_isnan(n) != 0, __builtin_isnan(i) != 0);
    printf("%d %d %d\n", __builtin_isinf_sign(i), __builtin_isinf_sign(-i), __builtin_isfinite(1.0) != 0);
    printf("%d %d\n", __builtin_signbit(-0.0) != 0, __builtin_signbit(1.0) != 0);
    printf("%.1f %.1f\n", __builtin_fabs(-2.5), __builtin_copysign(3.0, -0.0));
    printf("%.1f %.1f %.1f\n", __builtin_floor(-1.5), __builtin_ceil(-1.5), __builtin_trunc(-1.5));
    printf("%.4f\n", __builtin_sqrt(2.0));
    printf("%d %d %d\n", __builtin_isless(1.0, 2.0), __builtin_isgreater(n, 0.0), __builtin_isunordered(n, 0.0));
    printf("%f %f\n", __builtin_huge_val(), (double)__builtin_inff());
    printf("%d\n", __builtin_fpclassify(0, 1, 2, 3, 4, 0.0) * 10 + __builtin_fpclassify(0, 1, 2, 3, 4, n));
    printf("%.2f %.2f\n", __builtin_fmin(1.5, n), __builtin_fmax(-1.0, 2.0));
    printf("%d\n", __builtin_isnormal(5e-324));
    return 0;
}
