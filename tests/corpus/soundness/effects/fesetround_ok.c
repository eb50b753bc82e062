//@ property: unreach
//@ truth: true
//@ soundness
// The rounding of arithmetic changes.
#include <fenv.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    volatile double one = 1.0, three = 3.0;
    double before = one / three;
    if (__VERIFIER_nondet_uchar() > 7)
        fesetround(FE_TONEAREST);
    double after = one / three;
    if (before != after)
        reach_error();
    return 0;
}
