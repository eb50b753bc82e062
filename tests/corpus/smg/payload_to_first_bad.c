//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
//@ inputs: -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 0
// What hangs below the elements points to the first one, which is freed first.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct n;
struct p {
    int *own;
};
struct n {
    struct n *next;
    struct p *p;
    int d;
};

int main(void) {
    struct n *b = malloc(sizeof *b);
    b->next = 0;
    b->p = malloc(sizeof(struct p));
    b->p->own = &b->d;
    b->d = 0;
    struct n *t = b;
    int n = 0, m = 0;
    while (__VERIFIER_nondet_int()) {
        struct n *a = malloc(sizeof *a);
        a->next = 0;
        a->p = malloc(sizeof(struct p));
        a->p->own = &b->d;
        a->d = 0;
        t->next = a;
        t = a;
        if (n < 100)
            n++;
    }
    t = 0;
    struct n *head = b;
    b = 0;
    while (__VERIFIER_nondet_int()) {
        struct n *a = malloc(sizeof *a);
        a->next = head;
        a->p = 0;
        a->d = 0;
        head = a;
        if (m < 100)
            m++;
    }
    while (head) {
        struct n *x = head->next;
        if (n > 10 && m > 10 && head->p)
            *head->p->own = 1; //@ error: valid-deref
        free(head->p);
        free(head);
        head = x;
    }
    return 0;
}
