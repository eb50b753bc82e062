// A numeric loop in double: Newton's method and series, exact in every bit
#include <stdio.h>

static double newton(double a)
{
    double x = a > 1 ? a : 1;
    for (int i = 0; i < 60; i++) {
        double next = 0.5 * (x + a / x);
        if (next == x)
            break;
        x = next;
    }
    return x;
}

int main(void)
{
    for (int i = 1; i <= 10; i++)
        printf("%.15f\n", newton(i));
    double e = 1, term = 1;
    for (int i = 1; i < 20; i++) {
        term /= i;
        e += term;
    }
    printf("%.16f\n", e);
    double pi = 0;
    for (int k = 0; k < 200; k++)
        pi += (k % 2 ? -4.0 : 4.0) / (2 * k + 1);
    printf("%.16f\n", pi);
    return 0;
}
