// The mean of an empty list
#include <stdio.h>

static int mean(const int *v, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    if (n == 0)
        return 0;
    return sum / n;
}

int main(void)
{
    int v[] = {1, 2, 6};
    printf("%d\n", mean(v, 3));
    printf("%d\n", mean(v, 0));
    return 0;
}
