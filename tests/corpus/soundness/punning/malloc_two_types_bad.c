//@ property: unreach
//@ truth: false
//@ soundness
// One block of the heap is used as two types, one after the other.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    void *block = malloc(8);
    if (!block)
        return 0;
    int *numbers = block;
    short *halves = block;
    numbers[0] = 0;
    numbers[1] = __VERIFIER_nondet_uchar();
    if (halves[2] == 200)
        reach_error();
    free(block);
    return 0;
}
