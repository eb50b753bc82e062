//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// Every entry of a list counts for itself.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    struct entry *next;
    int *count;
    int own;
};

int main(void) {
    struct entry *list = malloc(sizeof *list), *last = list;
    if (!list) abort();
    list->next = NULL;
    list->count = &list->own;
    list->own = 0;
    int shared = 0, single = 0;
    while (__VERIFIER_nondet_int()) {
        struct entry *e = malloc(sizeof *e);
        if (!e) abort();
        e->next = NULL;
        e->count = &e->own;
        e->own = 0;
        last->next = e;
        last = e;
        if (shared < 3) shared++;
    }
    last = NULL;
    while (__VERIFIER_nondet_int()) {
        struct entry *e = malloc(sizeof *e);
        if (!e) abort();
        e->next = list;
        e->count = &e->own;
        e->own = 0;
        list = e;
        if (single < 3) single++;
    }
    while (list) {
        struct entry *next = list->next;
        if (shared > 2 && single > 2) *list->count = 1;
        free(list);
        list = next;
    }
    return 0;
}
