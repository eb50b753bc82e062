//@ property: unreach
//@ truth: false
//@ soundness
// A callee ends the life of the object that a pointer is compared with.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static void drop(int *p) {
    free(p);
}

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    drop(p);
    int *q = malloc(sizeof *q);
    if (!q)
        return 0;
    if (p == q)
        reach_error();
    free(q);
    return 0;
}
