//@ property: unreach
//@ truth: true
//@ soundness
// What was put back comes again.
#include <stdio.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (ungetc(c, stdin) != -1 && getchar() != c)
        reach_error();
    return 0;
}
