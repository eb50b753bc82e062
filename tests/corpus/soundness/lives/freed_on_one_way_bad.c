//@ property: unreach
//@ truth: false
//@ soundness
// The object is gone on one way only.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    if (c == 77)
        free(p);
    int *q = malloc(sizeof *q);
    if (!q)
        return 0;
    if (p == q)
        reach_error();
    return 0;
}
