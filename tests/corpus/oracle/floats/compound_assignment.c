// Compound assignment between integers and floats computes in the wider type and truncates on store
#include <stdio.h>

int main(void)
{
    int i = 7;
    i *= 0.5;
    printf("%d\n", i);
    i += 2.9;
    printf("%d\n", i);
    i -= -0.9;
    printf("%d\n", i);
    i /= 0.3;
    printf("%d\n", i);
    unsigned char c = 100;
    c *= 2.5;
    printf("%d\n", c);
    float f = 1;
    f += 1e-9;
    printf("%d\n", f == 1);
    f /= 3;
    printf("%.9g\n", f);
    f *= 3.0L;
    printf("%.9g\n", f);
    double d = 10;
    d -= 3 / 2;
    printf("%g\n", d);
    d /= 2u;
    printf("%g\n", d);
    long long big = 1ll << 60;
    big += 1.0;
    printf("%lld\n", big);
    big = 3;
    big += 0.5f;
    printf("%lld\n", big);
    return 0;
}
