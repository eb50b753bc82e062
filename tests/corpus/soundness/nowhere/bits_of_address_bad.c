//@ property: unreach
//@ truth: false
//@ soundness
// An address is put together again from its bits.
#include <stdint.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = 1;
    uintptr_t n = (uintptr_t)&a, m = 0;
    for (unsigned i = 0; i < 8 * sizeof n; i++)
        if (n >> i & 1)
            m |= (uintptr_t)1 << i;
    *(int *)m = __VERIFIER_nondet_uchar();
    if (a == 4)
        reach_error();
    return 0;
}
