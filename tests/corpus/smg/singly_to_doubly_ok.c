//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A singly linked list gets its back links later and is freed from its end.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct link {
    struct link *next, *prev;
    int data;
};

int main(void) {
    struct link *first = NULL;
    while (__VERIFIER_nondet_int()) {
        struct link *l = malloc(sizeof *l);
        if (!l) abort();
        l->data = 1;
        l->prev = NULL;
        l->next = first;
        first = l;
    }
    struct link *last = NULL;
    for (struct link *at = first; at; at = at->next) {
        at->prev = last;
        last = at;
    }
    first = NULL;
    while (last) {
        struct link *before = last->prev;
        free(last);
        last = before;
    }
    return 0;
}
