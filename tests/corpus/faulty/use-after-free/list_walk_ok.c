// Freeing a list while walking it reads the link of the freed node
#include <stdio.h>
#include <stdlib.h>

struct node { int v; struct node *next; };

int main(void)
{
    struct node *head = NULL;
    for (int i = 0; i < 4; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 1;
        n->v = i;
        n->next = head;
        head = n;
    }
    int count = 0;
    for (struct node *n = head, *next; n; n = next) {
        next = n->next;
        free(n);
        count++;
    }
    printf("%d\n", count);
    return 0;
}
