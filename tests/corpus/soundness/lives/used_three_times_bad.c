//@ property: unreach
//@ truth: false
//@ soundness
// Three objects lie in one place, one after the other.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int *a = malloc(4);
    if (!a)
        return 0;
    unsigned long first = (unsigned long)a;
    free(a);
    int *b = malloc(4);
    if (!b)
        return 0;
    int reused = (unsigned long)b == first;
    free(b);
    int *c = malloc(4);
    if (!c)
        return 0;
    if (reused && (unsigned long)c == first)
        reach_error();
    return 0;
}
