//@ property: unreach
//@ truth: false
//@ soundness
//@ unseen: whether it is, is for the compiler
// The place of a block's object is used again for that of the next block.
#include <stdint.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    uintptr_t first = 0, second = 0;
    {
        int a = __VERIFIER_nondet_uchar();
        first = (uintptr_t)&a;
    }
    {
        int b = __VERIFIER_nondet_uchar();
        second = (uintptr_t)&b;
    }
    if (first == second)
        reach_error();
    return 0;
}
