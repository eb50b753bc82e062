//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A circular list of any length.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void) {
    struct node *list = malloc(sizeof *list);
    list->next = list;
    while (__VERIFIER_nondet_int()) {
        struct node *item = malloc(sizeof *item);
        item->next = list->next;
        list->next = item;
    }
    struct node *at = list->next;
    while (at != list) {
        struct node *next = at->next;
        free(at);
        at = next;
    }
    free(list);
}
