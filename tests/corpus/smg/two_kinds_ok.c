//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// The second of eleven elements is taken out, if nine of them are of one kind and two of the other.
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
    if (first == 9 && second == 2 && list && list->next) {
        struct item *gone = list->next;
        list->next = gone->next;
        free(gone);
    }
    while (list) {
        struct item *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
