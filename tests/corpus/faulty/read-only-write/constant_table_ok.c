// Writing to a constant table through a cast
#include <stdio.h>

static int primes[4] = {2, 3, 5, 7};

static void replace(const int *v, int n)
{
    int *w = (int *)v;
    w[n] = 11;
}

int main(void)
{
    replace(primes, 3);
    printf("%d\n", primes[0]);
    return 0;
}
