//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A list of any length, built at its head: only the head is freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *item = malloc(sizeof *item);
        item->data = 1;
        item->next = list;
        list = item;
    }
    free(list);
}
