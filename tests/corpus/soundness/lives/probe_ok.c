//@ property: unreach
//@ truth: true
//@ soundness
// Two calls make an object each, and both stay.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned long probe(void) {
    char *p = malloc(32);
    unsigned long n = (unsigned long)p;
    
    return n;
}

int main(void) {
    unsigned long a = probe();
    unsigned long b = probe();
    if (a && a == b)
        reach_error();
    return 0;
}
