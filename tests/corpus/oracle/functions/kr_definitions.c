// Old-style (K&R) function definitions and calls through unprototyped declarations
#include <stdio.h>

static int add(a, b)
    int a, b;
{
    return a + b;
}

static int pick(which, list, count)
    int which;
    int *list;
    unsigned char count;
{
    return which < count ? list[which] : -1;
}

static double scale(f, k)
    float f;
    short k;
{
    return f * k;
}

static no_types(x)
{
    return x * 2;
}

int unprototyped();

int main()
{
    int list[3] = {7, 8, 9};
    unsigned char c = 3;
    printf("%d\n", add(2, 3));
    printf("%d %d\n", pick(1, list, c), pick(5, list, 3));
    printf("%.2f\n", scale(1.5, 3));
    printf("%d\n", no_types(21));
    printf("%d\n", unprototyped(4, 'c', 2.5));
    int (*f)() = add;
    return f(20, 22);
}

int unprototyped(int a, int c, double d) { return a + c + (int)(d * 2); }
