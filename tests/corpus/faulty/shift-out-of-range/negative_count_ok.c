// The shift count is a difference that turns negative
#include <stdio.h>

static unsigned align(unsigned value, int have, int want)
{
    if (have > want)
        return value >> (have - want);
    return value << (want - have);
}

int main(void)
{
    printf("%u\n", align(5, 2, 6));
    printf("%u\n", align(80, 6, 2));
    return 0;
}
