//@ property: unreach
//@ truth: true
//@ soundness
// nan() is not a number.
#include <math.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    double x = nan("");
    if (x == x + __VERIFIER_nondet_uchar())
        reach_error();
    return 0;
}
