//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
//@ inputs: 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 0 0 1 0 0 0
// The second of eleven elements is freed twice, if nine of them are of one kind and two of the other.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    int kind, value;
};

int main(void) {
    struct item *list = NULL;
    int first = 0, second = 0;
    while (__VERIFIER_nondet_int()) {
        struct item *fresh = malloc(sizeof *fresh);
        if (!fresh) abort();
        if (__VERIFIER_nondet_int()) {
            fresh->kind = 1;
            first++;
        } else {
            fresh->kind = 2;
            second++;
        }
        fresh->value = __VERIFIER_nondet_int() ? 1 : 2;
        fresh->next = list;
        list = fresh;
    }
    if (first == 9 && second == 2) free(list->next);
    while (list) {
        struct item *next = list->next; //@ error: valid-deref
        free(list);
        list = next;
    }
    return 0;
}
