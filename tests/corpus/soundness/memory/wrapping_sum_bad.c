//@ property: unreach
//@ truth: false
//@ soundness
// An address and a number that wraps around.
#include <stdint.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char a[4] = {0, 1, 2, 3};
    uintptr_t u = (uintptr_t)(a + 2), d = (uintptr_t)-1;
    if (__VERIFIER_nondet_uchar() & 1)
        u += d;
    if (*(char *)u == 1)
        reach_error();
    return 0;
}
