// An assumption about the alignment of a size does not hold
#include <stdio.h>

#define ASSUME(c) ((c) ? (void)0 : __builtin_unreachable())

static unsigned blocks(unsigned bytes)
{
    bytes = (bytes + 7) / 8 * 8;
    ASSUME(bytes % 8 == 0);
    return bytes / 8;
}

int main(void)
{
    printf("%u\n", blocks(24));
    printf("%u\n", blocks(20));
    return 0;
}
