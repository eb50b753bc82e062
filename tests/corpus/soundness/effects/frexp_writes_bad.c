//@ property: unreach
//@ truth: false
//@ soundness
// frexp writes the exponent.
#include <math.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int e = 77;
    double m = frexp(1.0 + __VERIFIER_nondet_uchar() % 8, &e);
    if (e == 4)
        reach_error();
    return 0;
}
