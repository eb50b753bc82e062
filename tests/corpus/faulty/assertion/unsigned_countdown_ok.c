// An unsigned difference is never negative, so the assertion meets a huge number
#include <assert.h>
#include <stdio.h>

static unsigned gap(unsigned a, unsigned b)
{
    unsigned d = a > b ? a - b : b - a;
    assert(d < 1000);
    return d;
}

int main(void)
{
    printf("%u\n", gap(10, 4));
    printf("%u\n", gap(4, 10));
    return 0;
}
