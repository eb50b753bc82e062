// Bitwise operators on signed and unsigned operands of different widths
#include <stdio.h>

int main(void)
{
    unsigned a = 0xf0f0a5a5, b = 0x0ff055aa;
    printf("%x %x %x %x\n", a & b, a | b, a ^ b, ~a);
    int n = -6;
    printf("%d %d %d %d\n", n & 7, n | 7, n ^ 7, ~n);
    long long ll = 0xff00ff00ff00ff00ll;
    printf("%llx %llx\n", ll & a, ll & n);
    printf("%llx\n", ll ^ 0xffffffff);
    unsigned char c = 0x3c;
    c &= ~4;
    c |= 0x81;
    c ^= 0xff;
    printf("%x\n", c);
    printf("%d\n", n & -n);
    unsigned v = 0xdeadbeef, count = 0;
    while (v) {
        v &= v - 1;
        count++;
    }
    printf("%u\n", count);
    printf("%d %d\n", 6 & 3 == 3, (6 & 3) == 3);
    return 0;
}
