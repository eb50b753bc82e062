//@ property: memsafety
//@ truth: false
//@ soundness
// The old pointer is not used after realloc.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int *p = malloc(4);
    if (!p)
        return 0;
    *p = __VERIFIER_nondet_uchar();
    int *q = realloc(p, 400);
    if (!q) {
        free(p);
        return 0;
    }
    q[0] = *p;
    free(q);
    return 0;
}
