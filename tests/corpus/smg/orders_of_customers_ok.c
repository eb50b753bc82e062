//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A doubly linked list of customers, each with a list of orders.
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
        free_orders(last->orders);
        free(last);
        last = before;
    }
    return 0;
}
