//@ property: unreach
//@ truth: true
//@ soundness
// memcmp promises a sign only, and compares bytes without sign.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a[2] = {1, 2}, b[2] = {1, 2};
    b[1] = __VERIFIER_nondet_uchar();
    if (memcmp(a, b, 2) == 0 && b[1] != 2)
        reach_error();
    return 0;
}
