//@ property: memsafety
//@ truth: false
//@ soundness
// free with a pointer into a block.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char *p = malloc(8);
    if (!p)
        return 0;
    p += __VERIFIER_nondet_uchar() & 1;
    free(p);
    return 0;
}
