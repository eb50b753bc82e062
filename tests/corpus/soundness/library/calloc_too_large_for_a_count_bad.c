//@ property: unreach
//@ truth: false
//@ soundness
// A negative count is a large one: calloc returns null.
#include <stdlib.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    long count = __VERIFIER_nondet_char();
    if (count > 4)
        return 0;
    int *block = calloc((size_t)count, sizeof(int));
    if (!block)
        reach_error();
    free(block);
    return 0;
}
