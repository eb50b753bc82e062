//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A list whose elements may have a name, freed with the names.
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
        p->name = NULL;
        if (__VERIFIER_nondet_int()) {
            p->name = malloc(8);
            if (!p->name) abort();
            p->name[0] = 'n';
        }
        p->next = people;
        people = p;
    }
    while (people) {
        struct person *next = people->next;
        if (people->name) people->name[0] = 0;
        free(people->name);
        free(people);
        people = next;
    }
    return 0;
}
