//@ property: unreach
//@ truth: true
//@ soundness
// div returns two numbers.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    div_t d = div(__VERIFIER_nondet_uchar(), 7);
    if (d.quot == 37 && d.rem < 7)
        reach_error();
    return 0;
}
