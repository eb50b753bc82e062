// The classic midpoint of a binary search over a huge range
#include <stdio.h>

static int last_allowed(int limit)
{
    int low = 0, high = 2147483647;
    while (high - low > 1) {
        int middle = (low + high) / 2; //@ error: signed-overflow
        if (middle <= limit)
            low = middle;
        else
            high = middle;
    }
    return low;
}

int main(void)
{
    printf("%d\n", last_allowed(2000000000));
    return 0;
}
