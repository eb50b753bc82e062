//@ property: unreach
//@ truth: true
//@ soundness
// A part of a block that was never written is copied twice.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char *p = malloc(8);
    unsigned char a[8], b[8];
    if (!p)
        return 0;
    unsigned n = __VERIFIER_nondet_uchar() & 7;
    memcpy(a, p, n);
    memcpy(b, p, n);
    if (n && a[n - 1] != b[n - 1])
        reach_error();
    free(p);
    return 0;
}
