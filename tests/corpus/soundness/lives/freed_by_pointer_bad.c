//@ property: unreach
//@ truth: false
//@ soundness
// The function that frees is called through a pointer.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static void keep(void *p) {
    (void)p;
}

static void (*release)(void *) = free;

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    release(p);
    int *q = malloc(sizeof *q);
    if (!q)
        return 0;
    if (p == q)
        reach_error();
    keep(q);
    return 0;
}
