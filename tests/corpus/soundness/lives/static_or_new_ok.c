//@ property: unreach
//@ truth: true
//@ soundness
// No object on the heap ever lies where a static object is.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int fixed[2];

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    int *old = p;
    free(p);
    p = malloc(sizeof *p);
    if (!p)
        return 0;
    int *chosen = __VERIFIER_nondet_uchar() ? &fixed[0] : p;
    if (chosen == old && chosen == &fixed[0])
        reach_error();
    return 0;
}
