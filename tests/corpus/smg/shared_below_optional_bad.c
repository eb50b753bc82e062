//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
//@ inputs: 1 0 1 0 2 0 3 0 4 0 5 0 6 0 7 0 8 0 9 0 10 0 0
// Objects that may be missing share one, which is lost with the last of them.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct o {
    int *z;
};
struct n {
    struct n *next;
    struct o *o;
    long d[4];
};

int main(void) {
    struct n *head = 0, *a = 0, *x = 0;
    int *z = malloc(4);
    int n = 0;
    a = malloc(sizeof *a);
    a->next = 0;
    a->o = 0;
    head = a;
    a = malloc(sizeof *a);
    a->next = head;
    a->o = malloc(sizeof(struct o));
    a->o->z = z;
    head = a;
    while (__VERIFIER_nondet_int()) {
        a = malloc(sizeof *a);
        a->next = head;
        a->o = 0;
        head = a;
        if (__VERIFIER_nondet_int()) {
            a->o = malloc(sizeof(struct o));
            a->o->z = z;
        }
        if (n < 100)
            n++;
    }
    if (n <= 10)
        abort();
    a = 0;
    z = 0;
    while (head) {
        x = head->next;
        if (x) {
            if (head->o)
                free(head->o);
        } else if (head->o) {
            free(head->o->z);
            free(head->o);
        }
        free(head); //@ error: valid-memtrack
        head = x;
    }
    return 0;
}
