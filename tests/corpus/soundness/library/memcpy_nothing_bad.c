//@ property: unreach
//@ truth: false
//@ soundness
// memcpy of zero bytes leaves the target alone.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = __VERIFIER_nondet_uchar(), b = 5;
    memcpy(&b, &a, sizeof a);
    if (b != 5)
        reach_error();
    return 0;
}
