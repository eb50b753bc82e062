// Freeing a member instead of the struct that was allocated
#include <stdio.h>
#include <stdlib.h>

struct link { struct link *next; };
struct item { int value; struct link link; };

static void drop(struct link *l)
{
    free(l); //@ error: invalid-free
}

int main(void)
{
    struct item *i = malloc(sizeof *i);
    if (!i)
        return 1;
    i->value = 3;
    i->link.next = NULL;
    printf("%d\n", i->value);
    drop(&i->link);
    return 0;
}
