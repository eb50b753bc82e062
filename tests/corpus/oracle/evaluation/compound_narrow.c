// Compound assignment on narrow types computes in int and converts back
#include <stdio.h>

int main(void)
{
    unsigned char c = 200;
    c += 100;
    printf("%d\n", c);
    c -= 50;
    printf("%d\n", c);
    c *= 3;
    printf("%d\n", c);
    c /= 7;
    printf("%d\n", c);
    c %= 10;
    printf("%d\n", c);
    c <<= 6;
    printf("%d\n", c);
    c |= 0x1ff;
    printf("%d\n", c);
    c >>= 3;
    printf("%d\n", c);
    c ^= -1;
    printf("%d\n", c);
    signed char s = 100;
    s += 100;
    printf("%d\n", s);
    s /= 3;
    printf("%d\n", s);
    short h = 20000;
    h += h;
    printf("%d\n", h);
    h >>= 4;
    printf("%d\n", h);
    unsigned short us = 0;
    us -= 1;
    printf("%d\n", us);
    us *= us;
    printf("%d\n", (us += 70000, us));
    int value = (c += 300);
    printf("%d\n", value);
    return 0;
}
