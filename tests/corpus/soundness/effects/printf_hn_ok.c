//@ property: unreach
//@ truth: true
//@ soundness
// %hn writes a short.
#include <stdio.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    short count[2] = {7, 7};
    if (__VERIFIER_nondet_uchar() > 4)
        printf("ab%hn", &count[0]);
    if (count[1] == 2)
        reach_error();
    return 0;
}
