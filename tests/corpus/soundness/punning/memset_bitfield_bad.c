//@ property: unreach
//@ truth: false
//@ soundness
// memset fills the byte in which a bit-field starts and the one in which it ends.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct bits { unsigned a : 4, b : 8, c : 4; };

int main(void) {
    struct bits b = {0, 0, 0};
    memset(&b, __VERIFIER_nondet_uchar(), 1);
    if (b.b == 15)
        reach_error();
    return 0;
}
