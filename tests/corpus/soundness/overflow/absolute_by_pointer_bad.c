//@ property: overflow
//@ truth: false
//@ soundness
//@ unseen: the C library is not compiled with sanitizers
// The absolute value that does not fit, asked for through a pointer to the library's function.
#include <limits.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
static long (*const measures[])(long) = {labs};

int main(void) {
    long number = __VERIFIER_nondet_bool() ? LONG_MIN : 8;
    return measures[0](number) == 8;
}
