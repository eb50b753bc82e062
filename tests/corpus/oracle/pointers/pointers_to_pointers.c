// Pointers to pointers: out parameters, list surgery, triple indirection
#include <stdio.h>

struct node { int v; struct node *next; };

static void insert(struct node **at, struct node *n)
{
    while (*at && (*at)->v < n->v)
        at = &(*at)->next;
    n->next = *at;
    *at = n;
}

static int take(struct node **at, int v)
{
    for (; *at; at = &(*at)->next)
        if ((*at)->v == v) {
            *at = (*at)->next;
            return 1;
        }
    return 0;
}

static void show(const struct node *n)
{
    for (; n; n = n->next)
        printf("%d ", n->v);
    printf("\n");
}

int main(void)
{
    struct node pool[5] = {{40}, {10}, {30}, {20}, {50}}, *head = 0;
    for (int i = 0; i < 5; i++)
        insert(&head, &pool[i]);
    show(head);
    printf("%d %d %d\n", take(&head, 10), take(&head, 30), take(&head, 99));
    show(head);
    int x = 1, y = 2, *p = &x, **pp = &p, ***ppp = &pp;
    ***ppp = 5;
    *pp = &y;
    **pp += 10;
    printf("%d %d %d\n", x, y, *p);
    int *z = &x;
    *ppp = &z;
    **pp = 7;
    printf("%d %d %d\n", x, *p, pp == &z);
    return 0;
}
