//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A list is cut behind its twentieth element and its rest freed.
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
    struct item *rest = at ? at->next : NULL;
    if (at) at->next = NULL;
    while (rest) {
        struct item *next = rest->next;
        free(rest);
        rest = next;
    }
    while (list) {
        struct item *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
