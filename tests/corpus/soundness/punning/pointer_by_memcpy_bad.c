//@ property: unreach
//@ truth: false
//@ soundness
// A pointer is copied into a number and back, and leads to the same object.
#include <string.h>
#include <stdint.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = 1, *p = &a, *q;
    uintptr_t n;
    memcpy(&n, &p, sizeof n);
    memcpy(&q, &n, sizeof q);
    *q = __VERIFIER_nondet_uchar();
    if (a == 3)
        reach_error();
    return 0;
}
