//@ property: unreach
//@ truth: true
//@ soundness
// What is never freed is somewhere else in every round.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int seen = 0;
    char *old = 0;
    for (int i = 0; i < 2; i++) {
        char *p = malloc(24);
        if (!p)
            return 0;
        if (old && old == p)
            seen = 1;
        old = p;
        p[0] = 1;
    }
    if (seen)
        reach_error();
    return 0;
}
