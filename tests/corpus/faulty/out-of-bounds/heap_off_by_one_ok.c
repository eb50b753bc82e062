// A loop writes one element past a heap block
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 6;
    int *squares = malloc(n * sizeof *squares);
    if (!squares)
        return 1;
    for (int i = 0; i < n; i++)
        squares[i] = i * i;
    printf("%d\n", squares[n - 1]);
    free(squares);
    return 0;
}
