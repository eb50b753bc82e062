//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// The names of the elements are lost.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct person {
    char *name;
    struct person *next;
};

int main(void) {
    struct person *people = NULL;
    while (__VERIFIER_nondet_int()) {
        struct person *p = malloc(sizeof *p);
        if (!p) abort();
        p->name = malloc(8);
        if (!p->name) abort();
        p->next = people;
        people = p;
    }
    while (people) {
        struct person *next = people->next;
        free(people);
        people = next; //@ error: valid-memtrack
    }
    return 0;
}
