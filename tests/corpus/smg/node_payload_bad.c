//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
//@ inputs: 1 1 1 2 3 4 5 6 7 8 9 10 0 0
// Only one of the objects that the nodes of an inner list point to is freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct in {
    struct in *next;
    int *z;
};
struct n {
    struct n *next;
    struct in *l;
};

int main(void) {
    int n = 0;
    struct n *head = 0, *a = 0, *x = 0;
    struct in *i = 0, *j = 0, *k = 0;
    int *z = 0;
    if (!__VERIFIER_nondet_int()) {
        while (__VERIFIER_nondet_int()) {
            a = malloc(sizeof *a);
            z = malloc(4);
            i = malloc(sizeof *i), j = malloc(sizeof *j);
            i->next = j;
            j->next = 0;
            i->z = z;
            j->z = z;
            a->l = i;
            i = 0;
            j = 0;
            while (__VERIFIER_nondet_int()) {
                k = malloc(sizeof *k);
                k->z = z;
                k->next = a->l;
                a->l = k;
            }
            a->next = head;
            head = a;
            if (n < 100)
                n++;
        }
    } else {
        // Steps that let the states of the other branch arrive first.
        x = 0; x = a; x = 0; x = a; x = 0; x = 0; x = a; x = 0; x = a; x = 0; x = 0; x = a; x = 0; x = a;
        x = 0; x = 0; x = a; x = 0; x = a; x = 0; x = 0; x = a; x = 0; x = a; x = 0; x = 0; x = a; x = 0;
        x = a; x = 0; x = 0; x = a; x = 0; x = a; x = 0; x = 0; x = a; x = 0; x = a; x = 0; x = 0; x = a;
        x = 0; x = a; x = 0; x = 0; x = a; x = 0; x = a; x = 0; x = 0; x = a; x = 0; x = a; x = 0; x = 0;
        x = a; x = 0; x = a; x = 0; x = 0; x = a; x = 0; x = a; x = 0; x = 0; x = a; x = 0; x = a; x = 0;
        x = 0; x = a; x = 0; x = a; x = 0; x = 0; x = a; x = 0; x = a; x = 0; x = 0; x = a; x = 0; x = a;
        x = 0; x = 0; x = a; x = 0; x = a; x = 0; x = 0; x = a; x = 0; x = a; x = 0; x = 0; x = a; x = 0;
        x = a; x = 0;
        while (__VERIFIER_nondet_int()) {
            a = malloc(sizeof *a);
            i = malloc(sizeof *i), j = malloc(sizeof *j);
            i->next = j;
            j->next = malloc(sizeof *j);
            j->next->next = malloc(sizeof *j);
            j->next->next->next = 0;
            j->next->z = malloc(4);
            j->next->next->z = malloc(4);
            i->z = malloc(4);
            j->z = malloc(4);
            a->l = i;
            i = 0;
            j = 0;
            a->next = head;
            head = a;
            if (n < 100)
                n++;
        }
    }
    if (n <= 10)
        abort();
    n = 0;
    a = 0;
    z = 0;
    k = 0;
    while (__VERIFIER_nondet_int())
        x = 0;
    while (head) {
        x = head->next;
        i = head->l;
        free(i->z);
        while (i) {
            k = i->next;
            free(i);
            i = k; //@ error: valid-memtrack
        }
        free(head);
        head = x;
    }
    return 0;
}
