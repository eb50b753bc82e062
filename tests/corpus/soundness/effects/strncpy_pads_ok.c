//@ property: unreach
//@ truth: true
//@ soundness
// strncpy fills the rest with zeros.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char text[6] = "xxxxx";
    char from[3] = {0};
    from[0] = __VERIFIER_nondet_uchar();
    strncpy(text, from, 4);
    if (text[3] != 0 || text[4] != 'x')
        reach_error();
    return 0;
}
