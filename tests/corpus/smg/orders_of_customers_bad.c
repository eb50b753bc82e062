//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false(valid-deref)
// A customer is freed before the orders that only it knows.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct order {
    int number;
    struct order *next;
};

struct customer {
    struct order *orders;
    struct customer *prev, *next;
};

static void free_orders(struct order *o) {
    while (o) {
        struct order *next = o->next;
        free(o);
        o = next;
    }
}

int main(void) {
    struct customer *last = NULL;
    while (__VERIFIER_nondet_int()) {
        struct customer *c = malloc(sizeof *c);
        if (!c) abort();
        c->orders = NULL;
        c->next = NULL;
        c->prev = last;
        if (last) last->next = c;
        last = c;
        while (__VERIFIER_nondet_int()) {
            struct order *o = malloc(sizeof *o);
            if (!o) abort();
            o->number = __VERIFIER_nondet_int();
            o->next = c->orders;
            c->orders = o;
        }
    }
    while (last) {
        struct customer *before = last->prev;
        free(last);
        free_orders(last->orders); //@ error: valid-deref
        last = before;
    }
    return 0;
}
