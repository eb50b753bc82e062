// Building a mask of n bits for n = 32
#include <stdio.h>

static unsigned mask(int bits)
{
    if (bits == 32)
        return ~0u;
    return (1u << bits) - 1;
}

int main(void)
{
    for (int bits = 8; bits <= 32; bits += 8)
        printf("%x\n", mask(bits));
    return 0;
}
