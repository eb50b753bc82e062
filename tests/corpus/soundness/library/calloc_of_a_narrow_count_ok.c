//@ property: unreach
//@ truth: true
//@ soundness
// No count of this type makes the product too large.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char count = __VERIFIER_nondet_uchar();
    int *block = calloc((size_t)(count + 1u), sizeof(int));
    if (!block)
        reach_error();
    free(block);
    return 0;
}
