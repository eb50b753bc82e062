//@ property: unreach
//@ truth: false
//@ soundness
// realloc keeps the bytes, whatever they are read as.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int *p = malloc(4);
    if (!p)
        return 0;
    *p = __VERIFIER_nondet_uchar();
    unsigned char *q = realloc(p, 8);
    if (!q)
        return 0;
    if (q[0] != 0)
        reach_error();
    free(q);
    return 0;
}
