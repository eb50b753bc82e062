//@ property: unreach
//@ truth: true
//@ soundness
// Both objects are there when their addresses are compared.
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
    
    int *q = malloc(sizeof *q);
    if (!q)
        return 0;
    if (p == q)
        reach_error();
    drop(q);
    drop(p);
    return 0;
}
