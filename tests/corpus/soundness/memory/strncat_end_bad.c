//@ property: memsafety
//@ truth: false
//@ soundness
// strncat writes a zero behind what it copies.
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char text[4] = "ab", more[4] = "xyz";
    more[__VERIFIER_nondet_uchar() & 3] = 0;
    strncat(text, more, 2);
    return 0;
}
