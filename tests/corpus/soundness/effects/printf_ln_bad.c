//@ property: unreach
//@ truth: false
//@ soundness
// %ln writes a long.
#include <stdio.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    long count = -1;
    if (__VERIFIER_nondet_uchar() > 4)
        printf("abcde%ln", &count);
    if (count == 5)
        reach_error();
    return 0;
}
