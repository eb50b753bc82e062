//@ property: unreach
//@ truth: true
//@ soundness
// memmove of zero bytes leaves the target alone.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = __VERIFIER_nondet_uchar(), b = 5;
    memmove(&b, &a, a > 1000 ? 4 : 0);
    if (b != 5)
        reach_error();
    return 0;
}
