//@ property: overflow
//@ truth: true
//@ soundness
// The magnitude of the smallest number does not fit.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == -2147483647 - 1)
        return 0;
    return abs(x) < 0;
    return 0;
}
