// __int128: conversion from and to narrower integers, floats, structs and parameters
#include <stdbool.h>
#include <stdio.h>

#ifdef __SIZEOF_INT128__
typedef __int128 i128;
struct holder { char tag; i128 value; };

static i128 twice(i128 v) { return v + v; }
static i128 field(struct holder h) { return h.value; }

int main(void)
{
    i128 a = -5;
    unsigned __int128 b = -5;
    printf("%lld %d\n", (long long)a, b == (unsigned __int128)a);
    printf("%d %u\n", (int)(twice(1) << 31), (unsigned)(twice(1) << 30));
    printf("%.0f %.0f\n", (double)((i128)1 << 100), (double)a);
    printf("%.1f\n", (float)((i128)1 << 70));
    printf("%lld\n", (long long)(i128)-123.75);
    i128 big = 1e30;
    printf("%llu %llu\n", (unsigned long long)(big >> 64), (unsigned long long)big);
    bool truth = (i128)1 << 90;
    printf("%d\n", truth);
    struct holder h = {1, (i128)7 << 64};
    printf("%zu %lld\n", sizeof h, (long long)(field(h) >> 64));
    printf("%d\n", (a < 0) + (a == -5) + (a < 1u));
    i128 list[3] = {1, -2};
    list[2] = list[0] + list[1];
    printf("%lld %lld\n", (long long)list[2], (long long)(list[2] >> 64));
    return 0;
}
#else
int main(void)
{
    puts("no 128-bit integers");
    return 0;
}
#endif
