// void pointers: conversion, GNU arithmetic, generic containers
#include <stdio.h>
#include <string.h>

static void swap(void *a, void *b, size_t n)
{
    unsigned char t[32];
    memcpy(t, a, n);
    memcpy(a, b, n);
    memcpy(b, t, n);
}

static const void *max(const void *base, size_t n, size_t size, int (*less)(const void *, const void *))
{
    const void *best = base;
    for (size_t i = 1; i < n; i++)
        if (less(best, base + i * size))
            best = base + i * size;
    return best;
}

static int less_double(const void *a, const void *b) { return *(const double *)a < *(const double *)b; }
static int less_short(const void *a, const void *b) { return *(const short *)a < *(const short *)b; }

int main(void)
{
    int i = 1, j = 2;
    swap(&i, &j, sizeof i);
    double d = 0.5, e = 1.5;
    swap(&d, &e, sizeof d);
    printf("%d %d %.1f %.1f\n", i, j, d, e);
    double ds[] = {1, 9.5, -2};
    short ss[] = {-5, -2, -9, -2};
    printf("%.1f %d\n", *(const double *)max(ds, 3, sizeof *ds, less_double),
           *(const short *)max(ss, 4, sizeof *ss, less_short));
    void *p = &i;
    int *ip = p;
    char *cp = p;
    printf("%d %d\n", *ip, *cp);
    void **vp = &p;
    *vp = &j;
    printf("%d\n", *(int *)*vp);
    printf("%d %d\n", (int)sizeof(void), (int)sizeof(main));
    return 0;
}
