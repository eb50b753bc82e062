//@ property: unreach
//@ truth: true
//@ soundness
// A number that wraps around is subtracted.
#include <stdint.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char a[4] = {0, 0, 0, 0};
    uintptr_t d = (uintptr_t)-(intptr_t)(__VERIFIER_nondet_uchar() & 1);
    char *p = (char *)((uintptr_t)(a + 2) + d);
    *p = 1;
    if (a[3] == 1)
        reach_error();
    return 0;
}
