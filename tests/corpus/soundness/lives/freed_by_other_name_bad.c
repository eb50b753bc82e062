//@ property: unreach
//@ truth: false
//@ soundness
// The object is freed through another pointer to it.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int *p = malloc(sizeof *p);
    int *same = p;
    if (!p)
        return 0;
    free(same);
    int *q = malloc(sizeof *q);
    if (!q)
        return 0;
    if (p == q)
        reach_error();
    return 0;
}
