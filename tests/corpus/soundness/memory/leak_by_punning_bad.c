//@ property: memsafety
//@ truth: false
//@ soundness
// A pointer is overwritten byte by byte.
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static void *p;

int main(void) {
    p = malloc(4);
    void *q = p;
    memset(&p, 0, sizeof p);
    if (__VERIFIER_nondet_uchar() > 100)
        free(q);
    q = 0;
    return 0;
}
