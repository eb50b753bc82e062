//@ property: unreach
//@ truth: false
//@ soundness
// A global number is the address of an object that is gone.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned long kept;

static void remember(void) {
    long *p = malloc(sizeof *p);
    kept = (unsigned long)p;
    free(p);
}

int main(void) {
    remember();
    long *q = malloc(sizeof *q);
    if (!q)
        return 0;
    if (kept == (unsigned long)q)
        reach_error();
    return 0;
}
