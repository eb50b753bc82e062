//@ property: memsafety
//@ truth: false
//@ soundness
// A block that only a number leads to is not lost; one that nothing leads to is.
#include <stdint.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static uintptr_t n;

int main(void) {
    n = (uintptr_t)malloc(4);
    if (__VERIFIER_nondet_uchar() & 1)
        n = 1;
    return 0;
}
