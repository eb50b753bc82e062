//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// Five steps along a list that may have fewer elements.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    int data;
};

int main(void) {
    struct item *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *fresh = malloc(sizeof *fresh);
        if (!fresh) abort();
        fresh->next = list;
        fresh->data = 0;
        list = fresh;
    }
    struct item *at = list;
    for (int k = 0; k < 5; k++) {
        if (k == 0 && !at) return 0;
        at = at->next; //@ error: valid-deref
    }
    while (list) {
        struct item *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
