//@ property: unreach
//@ truth: false
//@ soundness
// ffs finds the lowest bit.
#include <strings.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (ffs(c) == 8)
        reach_error();
    return 0;
}
