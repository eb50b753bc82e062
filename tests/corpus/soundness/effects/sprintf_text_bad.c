//@ property: unreach
//@ truth: false
//@ soundness
// sprintf writes digits.
#include <stdio.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char text[8] = "zzz";
    sprintf(text, "%d", __VERIFIER_nondet_uchar());
    if (text[0] == '2')
        reach_error();
    return 0;
}
