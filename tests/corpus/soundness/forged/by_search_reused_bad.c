//@ property: unreach
//@ truth: false
//@ soundness
// A number gets the bits of a pointer by a binary search; a new object lies where the old one was.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 1;
    unsigned long n = (unsigned long)p, v = 0;
    unsigned long step = 1ul << 63;
    while (step) {
        if (v + step <= n)
            v += step;
        step >>= 1;
    }

    free(p);
    int *q = malloc(sizeof *q);
    if (!q)
        return 0;
    *q = 0;
    if ((unsigned long)q == v) {
        *(int *)v = 7;
        if (*q == 7)
            reach_error();
    }
    free(q);
    return 0;
}
