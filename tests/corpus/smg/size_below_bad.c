//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
//@ inputs: 1 1 1 1 2 3 4 5 6 7 8 9 10 0 1 1 2 3 4 5 6 7 8 9 10 0 0
// The objects below the elements have a size that only the program knows.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct n {
    struct n *next;
    char *b;
    long pad[3];
};

int main(void) {
    struct n *head = 0, *a = 0, *x = 0;
    int k = 0, n = 0, m = 0, d = 0;
    if (!__VERIFIER_nondet_int()) {
        k = __VERIFIER_nondet_int();
        if (k < 10 || k > 20)
            abort();
        while (__VERIFIER_nondet_int()) {
            a = malloc(sizeof *a);
            a->next = head;
            a->b = 0;
            head = a;
            if (n < 100)
                n++;
        }
        if (n <= 10)
            abort();
        a = malloc(sizeof *a);
        a->next = head;
        a->b = malloc(k);
        head = a;
        while (__VERIFIER_nondet_int()) {
            a = malloc(sizeof *a);
            a->next = head;
            a->b = 0;
            head = a;
            if (m < 100)
                m++;
        }
        if (m <= 10)
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
        if (k < 1 || k > 20)
            abort();
        while (__VERIFIER_nondet_int()) {
            a = malloc(sizeof *a);
            a->next = head;
            a->b = 0;
            head = a;
            if (n < 100)
                n++;
        }
        if (n <= 10)
            abort();
        a = malloc(sizeof *a);
        a->next = head;
        a->b = malloc(k);
        head = a;
        while (__VERIFIER_nondet_int()) {
            a = malloc(sizeof *a);
            a->next = head;
            a->b = 0;
            head = a;
            if (m < 100)
                m++;
        }
        if (m <= 10)
            abort();
    }
    a = 0;
    n = 0;
    m = 0;
    k = 0;
    while (__VERIFIER_nondet_int())
        x = 0;
    while (head) {
        x = head->next;
        if (head->b) {
            head->b[9] = 1; //@ error: valid-deref
            free(head->b);
        }
        free(head);
        head = x;
    }
    return 0;
}
