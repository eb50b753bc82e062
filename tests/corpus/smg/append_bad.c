//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A list of any length, built at its end: the last link is not set.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void) {
    struct node *list = malloc(sizeof *list);
    list->next = 0;
    struct node *last = list;
    while (__VERIFIER_nondet_int()) {
        last->next = malloc(sizeof *last);
        last = last->next;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}
