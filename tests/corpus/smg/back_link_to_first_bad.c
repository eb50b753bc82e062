//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
//@ inputs: 1 1 1 2 3 4 5 6 7 8 9 10 0 0
// The last element links back to the first one instead of the one before it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct n {
    struct n *next;
    struct n *prev;
};

int main(void) {
    int n = 0;
    struct n *a = 0, *p = 0, *x = 0;
    struct n *head = malloc(sizeof *head);
    head->next = 0;
    head->prev = 0;
    struct n *t = head;
    if (!__VERIFIER_nondet_int()) {
        while (__VERIFIER_nondet_int()) {
            a = malloc(sizeof *a);
            a->next = 0;
            a->prev = t;
            t->next = a;
            t = a;
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
        while (n < 50 && __VERIFIER_nondet_int()) {
            a = malloc(sizeof *a);
            a->next = 0;
            a->prev = t;
            t->next = a;
            t = a;
            if (n < 100)
                n++;
        }
        if (n >= 50)
            abort();
        a = malloc(sizeof *a);
        a->next = 0;
        a->prev = head;
        t->next = a;
        t = a;
    }
    if (n <= 10)
        abort();
    n = 0;
    a = 0;
    while (__VERIFIER_nondet_int())
        x = 0;
    p = t->prev;
    if (p->next != t)
        free(p);
    while (head) {
        x = head->next; //@ error: valid-deref
        free(head);
        head = x;
    }
    return 0;
}
