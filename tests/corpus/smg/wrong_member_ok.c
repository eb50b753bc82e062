//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A tagged value is read as what it was stored as.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct value {
    enum { NUMBER, BOX } kind;
    union {
        long number;
        long *box;
    } as;
};

static long get(const struct value *v) {
    return v->kind == BOX ? *v->as.box : v->as.number;
}

int main(void) {
    struct value v;
    if (__VERIFIER_nondet_int()) {
        v.kind = NUMBER;
        v.as.number = 42;
    } else {
        v.kind = BOX;
        v.as.box = malloc(sizeof(long));
        if (!v.as.box) abort();
        *v.as.box = 42;
    }
    long got = get(&v);
    if (v.kind == BOX) free(v.as.box);
    return got != 42;
}
