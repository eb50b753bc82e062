//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A list of any length is freed once: its first element is freed twice.
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
    struct node *first = list;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    free(first);
}
