// The bit patterns of float and double, seen through memcpy and unions
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t bits32(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

static uint64_t bits64(double d)
{
    union { double d; uint64_t u; } pun = {d};
    return pun.u;
}

int main(void)
{
    float floats[] = {0.0f, -0.0f, 1.0f, -2.5f, 0.1f, 1e-45f, 3.4e38f};
    for (int i = 0; i < 7; i++)
        printf("%08x ", bits32(floats[i]));
    printf("\n");
    double doubles[] = {0.0, -0.0, 1.0, -2.5, 0.1, 5e-324, 1e308};
    for (int i = 0; i < 7; i++)
        printf("%016llx ", (unsigned long long)bits64(doubles[i]));
    printf("\n");
    uint32_t u = 0x40490fdb;
    float pi;
    memcpy(&pi, &u, sizeof pi);
    printf("%.7f\n", pi);
    union { uint64_t u; double d; } inf = {0x7ff0000000000000ull};
    printf("%f\n", inf.d);
    printf("%d\n", bits32(1.5f) >> 23 & 255);
    return 0;
}
