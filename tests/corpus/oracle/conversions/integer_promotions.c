// Integer promotions: operands narrower than int become int before any arithmetic
#include <stdio.h>

int main(void)
{
    unsigned char a = 200, b = 100;
    signed char c = -100;
    unsigned short s = 65535;
    short t = -32768;

    printf("%d %d\n", a + b, a - b - b - b);
    printf("%d\n", (unsigned char)(a + b));
    printf("%d %d\n", c * 2, -c);
    printf("%d %d\n", s + 1, (unsigned short)(s + 1));
    printf("%d %d\n", -t, (short)-t);
    printf("%d %d\n", ~a, (unsigned char)~a);
    printf("%d %d\n", ~b == 155, (unsigned char)~b == 155);
    printf("%zu %zu %zu %zu\n", sizeof(a), sizeof(+a), sizeof(a + b), sizeof(s << 1));
    printf("%zu %zu %zu\n", sizeof(c), sizeof(-c), sizeof(!c));
    printf("%d\n", a << 8);
    printf("%d\n", (a << 8 | b) >> 4);
    printf("%d\n", s > t);
    return 0;
}
