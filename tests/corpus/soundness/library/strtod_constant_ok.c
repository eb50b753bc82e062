//@ property: unreach
//@ truth: true
//@ soundness
// A constant text has one value.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    double d = strtod("2.5", 0);
    if (d * 2 != 5 && __VERIFIER_nondet_uchar())
        reach_error();
    return 0;
}
