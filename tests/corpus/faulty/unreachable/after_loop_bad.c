// The search loop was expected never to end without a result
#include <stdio.h>

static int first_factor(int n)
{
    for (int d = 2; d <= n; d++)
        if (n % d == 0)
            return d;
    __builtin_unreachable(); //@ error: unreachable
}

int main(void)
{
    printf("%d\n", first_factor(91));
    printf("%d\n", first_factor(1));
    return 0;
}
