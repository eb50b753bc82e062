//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// What comes after the fifth element of a list is forgotten.
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
    int kept = 0;
    while (list && kept < 5) {
        struct item *next = list->next;
        free(list);
        list = next;
        kept++;
    }
    list = NULL; //@ error: valid-memtrack
    return 0;
}
