//@ property: unreach
//@ truth: true
//@ soundness
// qsort moves the elements through a comparison of the user.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    int v[3] = {3, 1, __VERIFIER_nondet_uchar()};
    qsort(v, 3, sizeof *v, compare);
    if (v[0] == 3)
        reach_error();
    return 0;
}
