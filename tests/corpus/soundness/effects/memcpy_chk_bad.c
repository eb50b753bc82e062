//@ property: unreach
//@ truth: false
//@ soundness
// The checked memcpy of fortified headers copies.
#include <stddef.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

extern void *__memcpy_chk(void *, const void *, size_t, size_t);

int main(void) {
    int a = __VERIFIER_nondet_uchar(), b = -1;
    __memcpy_chk(&b, &a, sizeof b, sizeof b);
    if (b == 5)
        reach_error();
    return 0;
}
