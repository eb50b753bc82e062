//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// The first buffer is lost although the program never comes back from there: only the result of the call still holds it.
#include <stdlib.h>

static void replace(int grow) {
    char *buffer = malloc(16);
    if (!buffer) exit(1);
    if (grow > 3) buffer = malloc(64); //@ error: valid-memtrack
    exit(grow);
}

extern int __VERIFIER_nondet_int(void);

int main(void) {
    replace(__VERIFIER_nondet_int());
    return 0;
}
