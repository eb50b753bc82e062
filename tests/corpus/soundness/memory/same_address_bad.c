//@ property: unreach
//@ truth: false
//@ soundness
// Two ways to the same address.
#include <stdint.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char a[4] = {0, 0, 0, 0};
    unsigned char c = __VERIFIER_nondet_uchar();
    char *p = (char *)((uintptr_t)(a + 2) + (uintptr_t)-1), *q = a + 1;
    if (p == q && c)
        reach_error();
    return 0;
}
