//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// Up to five steps along a list.
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
        if (!at) break;
        at = at->next;
    }
    while (list) {
        struct item *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
