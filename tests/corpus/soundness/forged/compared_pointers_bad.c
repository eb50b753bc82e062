//@ property: unreach
//@ truth: false
//@ soundness
// A number is found by comparing pointers.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 1;
    unsigned long v = 0, step = 1ul << 62;
    while (step) {
        if ((char *)(v + step) <= (char *)p)
            v += step;
        step >>= 1;
    }
    free(p);
    int *q = malloc(sizeof *q);
    if (!q)
        return 0;
    *q = 0;
    if ((int *)v == q) {
        *(int *)v = 7;
        if (*q == 7)
            reach_error();
    }
    free(q);
    return 0;
}
