// A circular doubly linked list with a sentinel
#include <stdio.h>
#include <stdlib.h>

struct link { struct link *prev, *next; int key; };

static void insert_after(struct link *at, int key)
{
    struct link *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->key = key;
    n->prev = at;
    n->next = at->next;
    at->next->prev = n;
    at->next = n;
}

static void erase(struct link *n)
{
    n->prev->next = n->next;
    n->next->prev = n->prev;
    free(n);
}

int main(void)
{
    struct link list = {&list, &list, 0};
    for (int i = 0; i < 8; i++)
        insert_after(i % 2 ? &list : list.prev, i);
    for (struct link *n = list.next; n != &list; n = n->next)
        printf("%d ", n->key);
    printf("\n");
    for (struct link *n = list.prev; n != &list;) {
        struct link *p = n->prev;
        if (n->key % 3 == 0)
            erase(n);
        n = p;
    }
    int backwards = 0;
    for (struct link *n = list.prev; n != &list; n = n->prev)
        backwards = backwards * 10 + n->key;
    printf("%d\n", backwards);
    while (list.next != &list)
        erase(list.next);
    printf("%d\n", list.prev == &list);
    return 0;
}
