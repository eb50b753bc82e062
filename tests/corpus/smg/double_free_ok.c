//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A list of any length is freed once.
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
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}
