//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
//@ inputs: 1 1 1 2 3 4 5 6 7 8 9 10 0 0
// Elements of a list share one object, which is freed once for each.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct n {
    struct n *next;
    int *z;
};

int main(void) {
    struct n *head = 0, *a = 0, *x = 0;
    int *z = 0;
    int n = 0;
    if (!__VERIFIER_nondet_int()) {
        while (__VERIFIER_nondet_int()) {
            a = malloc(sizeof *a);
            a->next = head;
            a->z = malloc(sizeof(int));
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
        z = malloc(sizeof(int));
        while (__VERIFIER_nondet_int()) {
            a = malloc(sizeof *a);
            a->next = head;
            a->z = z;
            head = a;
            if (n < 100)
                n++;
        }
    }
    if (n <= 10)
        abort();
    z = 0;
    a = 0;
    n = 0;
    while (__VERIFIER_nondet_int())
        x = 0;
    while (head) {
        x = head->next;
        free(head->z); //@ error: valid-free
        free(head);
        head = x;
    }
    return 0;
}
