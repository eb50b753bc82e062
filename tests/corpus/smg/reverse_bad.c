//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A list of unknown length is reversed, but the rest is cut off before it is remembered.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct cell {
    struct cell *next;
} cell;

static cell *reverse(cell *list) {
    cell *done = NULL;
    while (list) {
        list->next = done; //@ error: valid-memtrack
        done = list;
        list = list->next;
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
