//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A list is cut behind its twentieth element, and the rest of it is lost.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
};

int main(void) {
    struct item *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *fresh = malloc(sizeof *fresh);
        if (!fresh) abort();
        fresh->next = list;
        list = fresh;
    }
    struct item *at = list;
    for (int k = 1; at && k < 20; k++) at = at->next;
    if (at) at->next = NULL; //@ error: valid-memtrack
    while (list) {
        struct item *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
