// Arithmetic between signed and unsigned wraps modulo 2^N of the common type
#include <stdio.h>

int main(void)
{
    int a = -5;
    unsigned b = 3;
    printf("%u\n", a + b);
    printf("%u\n", a * b);
    printf("%u\n", a / b);
    printf("%u\n", a % b);
    printf("%u\n", b - 4);
    printf("%d\n", a >> 1);
    printf("%u\n", (unsigned)a >> 1);

    long long wide = a + b;
    printf("%lld\n", wide);
    wide = (long long)a + b;
    printf("%lld\n", wide);
    wide = a * 1ll * b;
    printf("%lld\n", wide);

    unsigned long ul = a;
    printf("%d\n", ul == (unsigned long)-5);
    ul = (unsigned)a;
    printf("%d\n", ul == (unsigned long)-5);
    printf("%llu\n", (unsigned long long)a);
    printf("%llu\n", (unsigned long long)(unsigned)a);
    return 0;
}
