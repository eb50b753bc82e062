// The mean of an empty list
#include <stdio.h>

static int mean(const int *v, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum / n; //@ error: division-by-zero
}

int main(void)
{
    int v[] = {1, 2, 6};
    printf("%d\n", mean(v, 3));
    printf("%d\n", mean(v, 0));
    return 0;
}
