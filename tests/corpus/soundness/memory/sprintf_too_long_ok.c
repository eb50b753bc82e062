//@ property: memsafety
//@ truth: true
//@ soundness
// Digits that need more room than there is.
#include <stdio.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char text[4];
    sprintf(text, "%d", __VERIFIER_nondet_uchar());
    return 0;
}
