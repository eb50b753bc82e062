//@ property: overflow
//@ truth: false
//@ soundness
//@ data-model: ILP32
//@ unseen: gcc's sanitizers do not look at the library's functions
// The magnitude of the smallest long long does not fit.
#include <limits.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    long long x = __VERIFIER_nondet_uchar() ? LLONG_MIN : 1;
    
    return llabs(x) < 0;
    return 0;
}
