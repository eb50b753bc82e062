// INT_MIN divided by -1 is one more than INT_MAX
#include <limits.h>
#include <stdio.h>

static int scale(int value, int divisor)
{
    if (divisor == 0)
        return 0;
    if (value == INT_MIN && divisor == -1)
        return INT_MAX;
    return value / divisor;
}

int main(void)
{
    printf("%d\n", scale(100, -1));
    printf("%d\n", scale(INT_MIN, -1));
    return 0;
}
