//@ property: unreach
//@ truth: false
//@ soundness
// memcpy of no or of some bytes.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = 1, b = 5;
    unsigned char n = __VERIFIER_nondet_uchar();
    memcpy(&b, &a, n & 4);
    if (b == 5)
        reach_error();
    return 0;
}
