//@ property: unreach
//@ truth: true
//@ soundness
// toupper changes small letters.
#include <ctype.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (toupper(c) == 'A' && c != 'A' && c != 'a')
        reach_error();
    return 0;
}
