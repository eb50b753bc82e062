//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A growing array makes room before it writes.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct vector {
    int *items;
    unsigned count, capacity;
};

static void reserve(struct vector *v) {
    if (v->count < v->capacity) return;
    unsigned capacity = v->capacity ? 2 * v->capacity : 2;
    int *items = realloc(v->items, capacity * sizeof(int));
    if (!items) abort();
    v->items = items;
    v->capacity = capacity;
}

static void push(struct vector *v, int item) {
    reserve(v);
    v->items[v->count++] = item;
}

int main(void) {
    struct vector v = {NULL, 0, 0};
    for (int i = 0; i < 5; i++) push(&v, __VERIFIER_nondet_int());
    free(v.items);
    return 0;
}
