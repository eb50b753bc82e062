//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
//@ inputs: 1 1 2 3 4 5 6 7 8 9 10 0 1 1 2 3 4 5 6 7 8 9 10 0
// What only an object that may be missing leads to is lost.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct c {
    struct c *self;
    long pad[3];
};
struct o {
    struct c *c;
};
struct n {
    struct n *next;
    struct o *o;
    long d[4];
};

int main(void) {
    struct n *head = 0, *a = 0, *x = 0;
    int n = 0, m = 0;
    while (__VERIFIER_nondet_int()) {
        a = malloc(sizeof *a);
        a->next = head;
        a->o = 0;
        head = a;
        if (n < 100)
            n++;
    }
    if (n <= 10)
        abort();
    a = malloc(sizeof *a);
    a->next = head;
    a->o = malloc(sizeof(struct o));
    head = a;
    a->o->c = malloc(sizeof(struct c));
    a->o->c->self = a->o->c;
    while (__VERIFIER_nondet_int()) {
        a = malloc(sizeof *a);
        a->next = head;
        a->o = 0;
        head = a;
        if (m < 100)
            m++;
    }
    if (m <= 10)
        abort();
    a = 0;
    while (head) {
        x = head->next;
        if (x) {
            if (head->o)
                free(head->o);
        } else if (head->o) {
            free(head->o->c);
            free(head->o);
        }
        free(head);
        head = x; //@ error: valid-memtrack
    }
    return 0;
}
