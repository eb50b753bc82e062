//@ property: unreach
//@ truth: true
//@ soundness
// One of two objects comes first.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char *p = malloc(8);
    if (!p)
        return 0;
    unsigned long low = (unsigned long)p;
    
    char *q = malloc(8);
    if (!q)
        return 0;
    unsigned long high = (unsigned long)q;
    if (!(low < high) && !(low > high))
        reach_error();
    return 0;
}
