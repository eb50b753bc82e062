// After realloc moved the block the old pointer is used
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *v = malloc(4 * sizeof *v);
    if (!v)
        return 1;
    for (int i = 0; i < 4; i++)
        v[i] = i;
    int *grown = realloc(v, 4096 * sizeof *v);
    if (!grown)
        return 1;
    int *first = grown;
    *first = 9;
    printf("%d\n", grown[3]);
    free(grown);
    return 0;
}
