//@ property: overflow
//@ truth: false
//@ soundness
//@ unseen: gcc's sanitizers do not look at the library's functions
// The magnitude of the smallest number does not fit.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    
    return abs(x) < 0;
    return 0;
}
