//@ property: unreach
//@ truth: true
//@ soundness
// remquo writes a part of the quotient.
#include <math.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int quotient = -100;
    double r = remquo(7.0 + __VERIFIER_nondet_uchar(), 1000.0, &quotient);
    if (quotient == -100)
        reach_error();
    return 0;
}
