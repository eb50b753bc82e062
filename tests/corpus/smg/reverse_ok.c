//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A list of unknown length is reversed in place.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct cell {
    struct cell *next;
} cell;

static cell *reverse(cell *list) {
    cell *done = NULL;
    while (list) {
        cell *rest = list->next;
        list->next = done;
        done = list;
        list = rest;
    }
    return done;
}

int main(void) {
    cell *list = NULL;
    while (__VERIFIER_nondet_int()) {
        cell *fresh = malloc(sizeof(cell));
        if (!fresh) abort();
        fresh->next = list;
        list = fresh;
    }
    list = reverse(list);
    while (list) {
        cell *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
