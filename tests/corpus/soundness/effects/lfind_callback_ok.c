//@ property: unreach
//@ truth: true
//@ soundness
// lfind calls its comparison.
#include <search.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int calls;
static int compare(const void *a, const void *b) {
    calls++;
    return *(const int *)a != *(const int *)b;
}

int main(void) {
    int v[3] = {1, 2, 3}, key = __VERIFIER_nondet_uchar();
    size_t n = 3;
    lfind(&key, v, &n, sizeof *v, compare);
    if (calls == -1)
        reach_error();
    return 0;
}
