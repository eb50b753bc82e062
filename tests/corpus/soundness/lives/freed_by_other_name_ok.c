//@ property: unreach
//@ truth: true
//@ soundness
// Nothing is freed, so that the addresses differ.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int *p = malloc(sizeof *p);
    int *same = p;
    if (!p)
        return 0;
    same = 0;
    int *q = malloc(sizeof *q);
    if (!q)
        return 0;
    if (p == q)
        reach_error();
    return 0;
}
