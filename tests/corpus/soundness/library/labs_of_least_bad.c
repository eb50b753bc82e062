//@ property: overflow
//@ truth: false
//@ soundness
//@ unseen: gcc's sanitizers do not look at the library's functions
// The magnitude of the smallest long does not fit.
#include <limits.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    long x = __VERIFIER_nondet_uchar() ? LONG_MIN : 1;
    
    return labs(x) < 0;
    return 0;
}
