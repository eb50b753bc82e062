// Only the head of a list is freed
#include <stdio.h>
#include <stdlib.h>

struct node { int v; struct node *next; };

static struct node *prepend(struct node *next, int v)
{
    struct node *n = malloc(sizeof *n); //@ error: leak
    if (!n)
        exit(1);
    n->v = v;
    n->next = next;
    return n;
}

int main(void)
{
    struct node *list = prepend(prepend(prepend(NULL, 3), 2), 1);
    printf("%d\n", list->next->next->v);
    free(list);
    return 0;
}
