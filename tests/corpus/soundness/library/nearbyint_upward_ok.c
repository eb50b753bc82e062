//@ property: unreach
//@ truth: true
//@ soundness
// nearbyint follows the rounding that was set.
#include <fenv.h>
#include <math.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    fesetround(FE_UPWARD);
    if (nearbyint(2.1) == 2.0 && __VERIFIER_nondet_uchar())
        reach_error();
    return 0;
}
