//@ property: unreach
//@ truth: false
//@ soundness
// A pointer to a static object or to a new one is compared with an old pointer.
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
    if (chosen == old)
        reach_error();
    return 0;
}
