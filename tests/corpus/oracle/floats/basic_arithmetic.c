// Double and float arithmetic round to nearest even after each operation
#include <stdio.h>

int main(void)
{
    double a = 0.1, b = 0.2;
    printf("%.17g %.17g %.17g %.17g\n", a + b, a - b, a * b, a / b);
    float x = 0.1f, y = 0.2f;
    printf("%.9g %.9g %.9g %.9g\n", x + y, x - y, x * y, x / y);
    printf("%d %d\n", a + b == 0.3, x + y == 0.3f);
    double sum = 0;
    for (int i = 0; i < 10; i++)
        sum += 0.1;
    printf("%.17g %d\n", sum, sum == 1.0);
    float fsum = 0;
    for (int i = 0; i < 1000; i++)
        fsum += 0.001f;
    printf("%.9g\n", fsum);
    printf("%.17g\n", 1e16 + 1.0);
    printf("%.17g\n", 1e16 + 2.0);
    printf("%.17g\n", 9007199254740992.0 + 1.0 - 9007199254740992.0);
    printf("%.17g\n", 1.0 / 3.0 * 3.0);
    printf("%.17g\n", -a);
    return 0;
}
