//@ property: unreach
//@ truth: true
//@ soundness
// A number that equals the address of an object is a pointer to it.
#include <stdint.h>
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static int a = 1;

int main(void) {
    uintptr_t n = __VERIFIER_nondet_ulong();
    if (n == (uintptr_t)&a)
        *(int *)n = 2;
    if (a == 3)
        reach_error();
    return 0;
}
