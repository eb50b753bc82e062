//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// The first buffer is given back before its only pointer changes.
#include <stdlib.h>

static void replace(int grow) {
    char *buffer = malloc(16);
    if (!buffer) exit(1);
    if (grow > 3) {
        free(buffer);
        buffer = malloc(64);
    }
    exit(grow);
}

extern int __VERIFIER_nondet_int(void);

int main(void) {
    replace(__VERIFIER_nondet_int());
    return 0;
}
