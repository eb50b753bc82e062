//@ property: unreach
//@ truth: true
//@ soundness
// The low bit of an address is a tag.
#include <stdint.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = 1;
    uintptr_t n = (uintptr_t)&a | (__VERIFIER_nondet_uchar() & 1);
    if (n & 1)
        *(int *)(n & ~(uintptr_t)1) = 9;
    if (a == 8)
        reach_error();
    return 0;
}
