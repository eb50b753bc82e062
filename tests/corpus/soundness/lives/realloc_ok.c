//@ property: unreach
//@ truth: true
//@ soundness
// An object that grew and a new one lie apart.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char *p = malloc(16);
    if (!p)
        return 0;
    unsigned long old = (unsigned long)p;
    p = realloc(p, 4000);
    if (!p)
        return 0;
    char *q = malloc(16);
    if (!q)
        return 0;
    if ((unsigned long)p == (unsigned long)q)
        reach_error();
    return 0;
}
