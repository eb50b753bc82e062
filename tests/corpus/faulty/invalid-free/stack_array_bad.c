// free of a local array
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int local[4] = {1, 2, 3, 4};
    int *heap = malloc(sizeof local);
    if (!heap)
        return 1;
    for (int i = 0; i < 4; i++)
        heap[i] = local[i] * 2;
    int *work = local;
    printf("%d\n", work[3]);
    free(work); //@ error: invalid-free
    return 0;
}
