//@ property: unreach
//@ truth: true
//@ soundness
// Nothing was read yet, so that the end was not seen.
#include <stdio.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    if (feof(stdin) && __VERIFIER_nondet_uchar())
        reach_error();
    return 0;
}
