//@ property: unreach
//@ truth: true
//@ soundness
// The program goes on after it read freed memory.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int *p = malloc(4);
    if (!p)
        return 0;
    *p = 1;
    free(p);
    volatile int v = *p;
    if (__VERIFIER_nondet_uchar() == 300)
        reach_error();
    return 0;
}
