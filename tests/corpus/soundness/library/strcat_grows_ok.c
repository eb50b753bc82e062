//@ property: unreach
//@ truth: true
//@ soundness
// strcat writes behind the end of the first text.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char text[8] = "ab", more[2] = "x";
    more[0] = __VERIFIER_nondet_uchar();
    strcat(text, more);
    if (text[2] == 'y' && text[0] != 'a')
        reach_error();
    return 0;
}
