// realloc of an array that did not come from the heap
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int start[3] = {1, 2, 3};
    int *v = malloc(sizeof start);
    if (!v)
        return 1;
    memcpy(v, start, sizeof start);
    v = realloc(v, 6 * sizeof *v);
    if (!v)
        return 1;
    v[5] = 6;
    printf("%d\n", v[2] + v[5]);
    free(v);
    return 0;
}
