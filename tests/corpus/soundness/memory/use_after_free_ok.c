//@ property: memsafety
//@ truth: true
//@ soundness
// A block is used after it was freed through another name.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int *p = malloc(4), *q = p;
    if (!p)
        return 0;
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c == 9)
        free(q);
    if (c != 9)
        *p = 1;
    if (c != 9)
        free(p);
    return 0;
}
