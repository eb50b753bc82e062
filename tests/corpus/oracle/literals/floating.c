// Floating literals: decimal, exponent, hexadecimal and suffixes
#include <stdio.h>

int main(void)
{
    printf("%g %g %g %g\n", 1., .5, 1.5e3, 2E-3);
    printf("%g %g %g\n", 0x1p0, 0x1.8p1, 0x.8p-2);
    printf("%.17g %.17g\n", 0x1.999999999999ap-4, 0.1);
    printf("%zu %zu %d\n", sizeof 1.0f, sizeof 1.0, sizeof 1.0L == sizeof(long double));
    printf("%.9g %.17g\n", 0.1f, 0.1);
    printf("%.20Lg\n", 0.1L);
    printf("%.17g\n", 9007199254740993.0);
    printf("%.17g\n", 179769313486231570814527423731704356798070e267);
    printf("%.17g\n", 4.9406564584124654e-324);
    printf("%.17g\n", 2.2250738585072011e-308);
    printf("%g\n", 1e-400);
    printf("%g\n", 1e400);
    printf("%.9g\n", 16777217.0f);
    printf("%.9g\n", 0x1.000001p0f);
    printf("%d\n", 1e3 == 1000);
    return 0;
}
