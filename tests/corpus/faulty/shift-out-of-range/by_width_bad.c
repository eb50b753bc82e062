// Building a mask of n bits for n = 32
#include <stdio.h>

static unsigned mask(int bits)
{
    return (1u << bits) - 1; //@ error: shift-out-of-range
}

int main(void)
{
    for (int bits = 8; bits <= 32; bits += 8)
        printf("%x\n", mask(bits));
    return 0;
}
