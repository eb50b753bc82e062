//@ property: unreach
//@ truth: true
//@ soundness
// The difference of two addresses as numbers.
#include <stdint.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a[4] = {0, 0, 0, 0};
    unsigned char i = __VERIFIER_nondet_uchar() & 3;
    uintptr_t d = (uintptr_t)&a[i] - (uintptr_t)a;
    *(int *)((char *)a + d) = 1;
    if (a[3] == 1 && i != 3)
        reach_error();
    return 0;
}
