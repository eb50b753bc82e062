//@ property: unreach
//@ truth: true
//@ soundness
// modf writes the integral part.
#include <math.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    double whole = -1;
    modf(__VERIFIER_nondet_uchar() + 0.5, &whole);
    if (whole == -1)
        reach_error();
    return 0;
}
