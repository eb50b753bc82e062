//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
//@ inputs: -1 112 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 0 0
// A pointer into what is below an element is at a distance that only the program knows.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct n {
    struct n *next;
    char *b;
    char *c;
};

int main(void) {
    struct n *head = 0, *a = 0, *x = 0;
    int k = 0, n = 0, d = 0;
    if (!__VERIFIER_nondet_int()) {
        k = __VERIFIER_nondet_int();
        if (k < 0 || k > 50)
            abort();
        while (__VERIFIER_nondet_int()) {
            a = malloc(sizeof *a);
            a->next = head;
            a->b = malloc(100);
            a->c = a->b + k;
            head = a;
            if (n < 100)
                n++;
        }
        if (n <= 10)
            abort();
    } else {
        // Steps that let the states of the other branch arrive first.
        d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0;
        d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0;
        d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0;
        d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0;
        d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0;
        d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0;
        d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0;
        d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0;
        d = 1; d = 0; d = 1; d = 0; d = 1; d = 0; d = 1; d = 0;
        k = __VERIFIER_nondet_int();
        if (k < 0 || k > 200)
            abort();
        while (__VERIFIER_nondet_int()) {
            a = malloc(sizeof *a);
            a->next = head;
            a->b = malloc(100);
            a->c = a->b + k;
            head = a;
            if (n < 100)
                n++;
        }
        if (n <= 10)
            abort();
    }
    a = 0;
    n = 0;
    k = 0;
    while (__VERIFIER_nondet_int())
        x = 0;
    while (head) {
        x = head->next;
        *head->c = 1; //@ error: valid-deref
        free(head->b);
        free(head);
        head = x;
    }
    return 0;
}
