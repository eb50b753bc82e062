// The last index of a variable length array is its length
#include <stdio.h>

static int reverse_sum(int n)
{
    int v[n];
    for (int i = 0; i < n; i++)
        v[i] = i + 1;
    int sum = 0;
    for (int i = n - 1; i >= 0; i--)
        sum = sum * 2 + v[i];
    return sum;
}

int main(void)
{
    printf("%d\n", reverse_sum(4) != 0);
    return 0;
}
