// The only pointer to the first block is overwritten
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4 * sizeof *p); //@ error: leak
    if (!p)
        return 1;
    p[0] = 1;
    int sum = p[0];
    p = malloc(8 * sizeof *p);
    if (!p)
        return 1;
    p[0] = 2;
    sum += p[0];
    free(p);
    printf("%d\n", sum);
    return 0;
}
