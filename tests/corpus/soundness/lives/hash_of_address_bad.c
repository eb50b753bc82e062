//@ property: unreach
//@ truth: false
//@ soundness
// Two objects in one place have one hash.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned bucket(const void *p) {
    unsigned long n = (unsigned long)p;
    return (unsigned)(n >> 4) & 1023;
}

int main(void) {
    char *p = malloc(16);
    if (!p)
        return 0;
    unsigned first = bucket(p);
    free(p);
    char *q = malloc(16);
    if (!q)
        return 0;
    unsigned second = bucket(q);
    if (first == second)
        reach_error();
    return 0;
}
