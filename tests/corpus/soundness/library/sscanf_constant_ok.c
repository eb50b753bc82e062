//@ property: unreach
//@ truth: true
//@ soundness
// A constant text is read in one way.
#include <stdio.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int n = 0;
    sscanf("17 4", "%d", &n);
    if (n != 17 && __VERIFIER_nondet_uchar())
        reach_error();
    return 0;
}
