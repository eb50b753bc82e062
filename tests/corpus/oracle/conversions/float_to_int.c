// Floating to integer conversion truncates toward zero
#include <stdio.h>

int main(void)
{
    double values[] = {0.0, 0.9, -0.9, 1.5, -1.5, 2147483647.0, -2147483648.0, 127.99, -128.99};
    for (int i = 0; i < 9; i++)
        printf("%d ", (int)values[i]);
    printf("\n");
    printf("%u\n", (unsigned)4294967295.5);
    printf("%lld %lld\n", (long long)1e18, (long long)-9.2e18);
    printf("%llu\n", (unsigned long long)1.8e19);
    printf("%d %d\n", (signed char)-128.5, (unsigned char)255.9);
    printf("%d\n", (int)16777216.0f + 1);
    printf("%lld\n", (long long)(float)123456789);
    int i = 2.999999f;
    short s = -12345.678;
    printf("%d %d\n", i, s);
    i += 0.75;
    printf("%d\n", i);
    i *= 1.5;
    printf("%d\n", i);
    unsigned long long u = 9.3e18f;
    printf("%llu\n", u);
    printf("%lld\n", (long long)123456789012345.678L);
    return 0;
}
