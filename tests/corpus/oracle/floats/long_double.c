// long double has the 64-bit mantissa of the x87
#include <float.h>
#include <stdio.h>

int main(void)
{
    long double a = 1.0L / 3.0L;
    printf("%.21Lg\n", a);
    printf("%d %d %d\n", LDBL_MANT_DIG, LDBL_MAX_EXP, LDBL_DIG);
    long double big = 9223372036854775807.0L;
    printf("%.1Lf %.1Lf\n", big, big + 1);
    printf("%d\n", big + 0.5L == big);
    printf("%d\n", (double)big == big);
    long double e = 1.0L;
    int bits = 0;
    while (1.0L + e / 2 > 1.0L) {
        e /= 2;
        bits++;
    }
    printf("%d\n", bits);
    printf("%Lg %Lg\n", LDBL_MAX, LDBL_MIN);
    printf("%Lg\n", 1e4000L * 10);
    long double list[3] = {1.5L, -2.25L, 3};
    printf("%.4Lf\n", list[0] * list[1] + list[2]);
    printf("%d %lld\n", (int)-2.75L, (long long)9007199254740993.0L);
    printf("%zu %zu\n", sizeof a, _Alignof(long double));
    float f = a;
    double d = a;
    printf("%.9g %.17g\n", f, d);
    return 0;
}
