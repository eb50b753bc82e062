//@ property: memsafety
//@ truth: true
//@ soundness
// memcpy of more than there is.
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char a[8] = {0}, b[8];
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n < 9)
        memcpy(b, a, n);
    return 0;
}
