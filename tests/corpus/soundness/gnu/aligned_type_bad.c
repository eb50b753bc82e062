//@ property: unreach
//@ truth: false
//@ soundness
// Objects of a type with a great alignment.
#include <stdint.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

typedef int __attribute__((aligned(64))) wide;

int main(void) {
    wide a = __VERIFIER_nondet_uchar();
    if (((uintptr_t)&a & 32) == 0 && a)
        reach_error();
    return 0;
}
