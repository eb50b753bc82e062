//@ property: memsafety
//@ truth: true
//@ soundness
// free with the address of a local object.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a;
    int *p = __VERIFIER_nondet_uchar() == 5 ? 0 : 0;
    free(p);
    return 0;
}
