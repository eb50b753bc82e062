//@ property: unreach
//@ truth: false
//@ expect(smg-reach): false
// Numbers of addresses go around the address space: adding the largest number is subtracting one.
#include <stdint.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    char text[4] = "abc";
    uintptr_t here = (uintptr_t)(text + 2);
    uintptr_t before = here + (uintptr_t)-1;
    if (before != (uintptr_t)(text + 1)) return 0;
    int step = __VERIFIER_nondet_uchar() % 2 ? 1 : -1;
    here += step;
    if (step == -1 && *(char *)here == 'b') reach_error();
    return 0;
}
