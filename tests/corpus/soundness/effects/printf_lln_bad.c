//@ property: unreach
//@ truth: false
//@ soundness
//@ data-model: ILP32
// %lln writes a long long.
#include <stdio.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    long long count = -1;
    if (__VERIFIER_nondet_uchar() > 4)
        printf("abcde%lln", &count);
    if (count == 5)
        reach_error();
    return 0;
}
