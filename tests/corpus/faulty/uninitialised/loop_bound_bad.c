// The bound of a loop depends on a heap field nobody wrote
#include <stdio.h>
#include <stdlib.h>

struct vector { int *data; int used; };

static struct vector *vector_new(void)
{
    struct vector *v = malloc(sizeof *v);
    if (!v)
        exit(1);
    v->data = NULL;
    return v;
}

int main(void)
{
    struct vector *v = vector_new();
    int steps = 0;
    while (steps < v->used) //@ error: uninitialised
        steps++;
    printf("%d\n", steps >= 0);
    free(v);
    return 0;
}
