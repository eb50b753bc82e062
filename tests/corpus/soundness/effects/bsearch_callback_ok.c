//@ property: unreach
//@ truth: true
//@ soundness
// bsearch calls its comparison.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int calls;
static int compare(const void *a, const void *b) {
    calls++;
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int v[3] = {1, 2, 3}, key = __VERIFIER_nondet_uchar();
    int *p = bsearch(&key, v, 3, sizeof *v, compare);
    if (p && *p != key)
        reach_error();
    return 0;
}
