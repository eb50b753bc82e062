//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// The fifth element of a list, where there is one, is used before it is freed.
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
    struct item *fifth = list;
    for (int k = 0; k < 4 && fifth; k++) fifth = fifth->next;
    int data = fifth ? fifth->data : 0;
    while (list) {
        struct item *next = list->next;
        free(list);
        list = next;
    }
    return data;
}
