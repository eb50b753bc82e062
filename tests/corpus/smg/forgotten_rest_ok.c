//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// What comes after the fifth element of a list is freed, too.
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
    while (list) {
        struct item *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
