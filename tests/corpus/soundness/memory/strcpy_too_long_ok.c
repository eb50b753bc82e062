//@ property: memsafety
//@ truth: true
//@ soundness
// strcpy into a buffer that is too small for some texts.
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char from[6] = "abcde", to[6];
    from[__VERIFIER_nondet_uchar() % 6] = 0;
    strcpy(to, from);
    return 0;
}
