//@ property: overflow
//@ truth: true
//@ soundness
//@ data-model: ILP32
// The magnitude of the smallest long long does not fit.
#include <limits.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    long long x = __VERIFIER_nondet_uchar() ? LLONG_MIN : 1;
    if (x == LLONG_MIN)
        return 0;
    return llabs(x) < 0;
    return 0;
}
