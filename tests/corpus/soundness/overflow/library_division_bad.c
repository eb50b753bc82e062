//@ property: overflow
//@ truth: false
//@ soundness
//@ unseen: the C library is not compiled with sanitizers; its division traps
// The one quotient that does not fit, in a function of the library.
#include <limits.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    long long number = __VERIFIER_nondet_bool() ? LLONG_MIN : 8;
    int by = __VERIFIER_nondet_bool() ? -1 : 4;
    return lldiv(number, by).quot == 2;
}
