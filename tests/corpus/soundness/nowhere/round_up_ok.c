//@ property: unreach
//@ truth: true
//@ soundness
// An address is rounded up to a multiple of eight.
#include <stdint.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static char buffer[32];

int main(void) {
    char *p = (char *)(((uintptr_t)(buffer + __VERIFIER_nondet_uchar() % 8) + 7) & ~(uintptr_t)7);
    *p = 1;
    int sum = 0;
    for (int i = 0; i < 32; i++)
        sum += buffer[i];
    if (sum != 1)
        reach_error();
    return 0;
}
