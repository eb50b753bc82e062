// The absolute value of the smallest int does not exist
#include <limits.h>
#include <stdio.h>

static int magnitude(int v)
{
    if (v < 0)
        return -v; //@ error: signed-overflow
    return v;
}

int main(void)
{
    int samples[] = {3, -3, 0, INT_MIN};
    for (int i = 0; i < 4; i++)
        printf("%d\n", magnitude(samples[i]));
    return 0;
}
