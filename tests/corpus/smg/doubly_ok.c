//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A doubly linked list of any length is freed from its end.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int data;
    struct node *next;
    struct node *prev;
};

int main(void) {
    struct node *list = malloc(sizeof *list);
    list->next = 0;
    list->prev = 0;
    struct node *last = list;
    while (__VERIFIER_nondet_int()) {
        struct node *item = malloc(sizeof *item);
        item->next = 0;
        item->prev = last;
        last->next = item;
        last = item;
    }
    while (last) {
        struct node *prev = last->prev;
        free(last);
        last = prev;
    }
}
