//@ property: unreach
//@ truth: true
//@ soundness
// A number is counted up until it is the address of an object.
#include <stdint.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int a[4] = {1, 1, 1, 1};

int main(void) {
    uintptr_t n = (uintptr_t)a, m = 0;
    unsigned char c = __VERIFIER_nondet_uchar();
    for (int i = 0; i < 16; i++)
        if (i == c)
            m = n + i;
    if (m == (uintptr_t)&a[2])
        *(int *)m = 5;
    if (a[2] == 6)
        reach_error();
    return 0;
}
