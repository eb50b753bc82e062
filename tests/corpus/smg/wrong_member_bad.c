//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A number is stored in a union and read back as a pointer.
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
    return *v->as.box; //@ error: valid-deref
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
