//@ property: unreach
//@ truth: true
//@ soundness
// memset of zero bytes leaves the target alone.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int b = 5;
    unsigned char n = __VERIFIER_nondet_uchar();
    memset(&b, 0, n > 255 ? 4 : 0);
    if (b != 5)
        reach_error();
    return 0;
}
