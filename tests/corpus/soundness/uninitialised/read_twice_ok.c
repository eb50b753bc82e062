//@ property: unreach
//@ truth: true
//@ soundness
// An object that was never written does not change by itself.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char *p = malloc(4);
    if (!p)
        return 0;
    unsigned char i = __VERIFIER_nondet_uchar() & 3;
    if (p[i] != p[i])
        reach_error();
    free(p);
    return 0;
}
