//@ property: unreach
//@ truth: false
//@ soundness
// Two addresses in one number.
#include <stdint.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = 1, b = 2;
    uintptr_t both = (uintptr_t)&a ^ (uintptr_t)&b;
    int *p = (int *)(both ^ (uintptr_t)&b);
    *p = __VERIFIER_nondet_uchar();
    if (a == 7)
        reach_error();
    return 0;
}
