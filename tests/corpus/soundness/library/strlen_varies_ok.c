//@ property: unreach
//@ truth: true
//@ soundness
// The length of a text with a zero that an input places.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char text[6] = "abcde";
    text[__VERIFIER_nondet_uchar() % 6] = 0;
    if (strlen(text) == 6)
        reach_error();
    return 0;
}
