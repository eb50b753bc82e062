//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// The first element links back to itself and is freed twice.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct link {
    struct link *next, *prev;
};

int main(void) {
    struct link *last = malloc(sizeof *last);
    if (!last) abort();
    last->next = NULL;
    last->prev = last;
    while (__VERIFIER_nondet_int()) {
        struct link *l = malloc(sizeof *l);
        if (!l) abort();
        l->next = NULL;
        l->prev = last;
        last->next = l;
        last = l;
    }
    while (last->prev != last) {
        struct link *before = last->prev;
        free(last);
        last = before;
    }
    free(last);
    free(last); //@ error: valid-free
    return 0;
}
