//@ property: overflow
//@ truth: true
//@ soundness
// The magnitude of the smallest long does not fit.
#include <limits.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    long x = __VERIFIER_nondet_uchar() ? LONG_MIN : 1;
    if (x == LONG_MIN)
        return 0;
    return labs(x) < 0;
    return 0;
}
