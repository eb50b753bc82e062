//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// An entry that counts for itself is counted after it is freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    struct entry *next;
    int *count;
    int own;
};

int main(void) {
    int length = 0;
    struct entry *first = malloc(sizeof *first), *last = first;
    if (!first) abort();
    first->next = NULL;
    first->count = &first->own;
    first->own = 0;
    int together = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
        struct entry *e = malloc(sizeof *e);
        if (!e) abort();
        e->next = NULL;
        e->count = together ? &first->own : &e->own;
        e->own = 0;
        last->next = e;
        last = e;
        if (length < 4) length++;
    }
    if (length < 3) abort();
    length = 0;
    last = NULL;
    struct entry *e = first->next;
    while (e) {
        struct entry *next = e->next;
        int *count = e->count;
        free(e);
        *count = 1; //@ error: valid-deref
        e = next;
    }
    free(first);
    return 0;
}
