// floor, ceil, trunc, round, rint and nearbyint
#include <math.h>
#include <stdio.h>

int main(void)
{
    double v[] = {0.0, 0.4, 0.5, 1.5, 2.5, -0.4, -0.5, -1.5, -2.5, 1e17, 4503599627370495.5};
    for (int i = 0; i < 11; i++)
        printf("%g: %g %g %g %g %g %g\n", v[i], floor(v[i]), ceil(v[i]), trunc(v[i]), round(v[i]), rint(v[i]),
               nearbyint(v[i]));
    printf("%g %g\n", floorf(-1.25f), ceilf(-1.25f));
    printf("%g %g\n", roundf(0.49999997f), truncf(-7.9f));
    printf("%Lg %Lg\n", floorl(2.75L), ceill(2.25L));
    printf("%ld %lld %ld\n", lround(2.5), llround(-2.5), lrint(3.5));
    printf("%g %g\n", floor(INFINITY), ceil(-INFINITY));
    printf("%d\n", signbit(ceil(-0.5)) != 0);
    return 0;
}
