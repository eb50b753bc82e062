//@ property: unreach
//@ truth: true
//@ soundness
// qsort_r hands its context to the comparison.
#define _GNU_SOURCE
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int compare(const void *a, const void *b, void *context) {
    *(int *)context = 1;
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int v[2] = {2, __VERIFIER_nondet_uchar()}, seen = 0;
    qsort_r(v, 2, sizeof *v, compare, &seen);
    if (seen == 2)
        reach_error();
    return 0;
}
