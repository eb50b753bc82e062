//@ property: unreach
//@ truth: false
//@ soundness
// The target of %n is a pointer that was chosen before.
#include <stdio.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = 0, b = 0;
    int *p = __VERIFIER_nondet_uchar() & 1 ? &a : &b;
    printf("abcd%n", p);
    if (a == 4)
        reach_error();
    return 0;
}
