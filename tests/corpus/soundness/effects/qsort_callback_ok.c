//@ property: unreach
//@ truth: true
//@ soundness
// The comparison that qsort calls has effects of its own.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int calls;
static int compare(const void *a, const void *b) {
    calls++;
    return 0;
}

int main(void) {
    int v[2] = {1, __VERIFIER_nondet_uchar()};
    qsort(v, 2, sizeof *v, compare);
    if (calls < 0)
        reach_error();
    return 0;
}
