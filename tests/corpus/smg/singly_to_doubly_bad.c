//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// Elements of a list get links to themselves instead of back links, and the last one is freed.
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
        at->prev = at;
        last = at;
    }
    while (last) {
        struct link *before = last->prev; //@ error: valid-deref
        free(last);
        last = before;
    }
    return 0;
}
