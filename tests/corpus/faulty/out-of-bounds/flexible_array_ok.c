// The flexible array member was allocated for fewer elements than are written
#include <stdio.h>
#include <stdlib.h>

struct list { int count; long values[]; };

static struct list *fill(int n)
{
    struct list *l = malloc(sizeof *l + n * sizeof l->values[0]);
    if (!l)
        exit(1);
    l->count = 0;
    while (l->count < n) {
        l->values[l->count] = 100 + l->count;
        l->count++;
    }
    return l;
}

int main(void)
{
    struct list *l = fill(5);
    printf("%ld\n", l->values[4]);
    free(l);
    return 0;
}
