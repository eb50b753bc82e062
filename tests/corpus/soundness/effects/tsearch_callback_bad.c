//@ property: unreach
//@ truth: false
//@ soundness
// A tree of the library calls the comparison at its second element.
#include <search.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int calls;
static int compare(const void *a, const void *b) {
    calls++;
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    void *tree = 0;
    int a = 1, b = __VERIFIER_nondet_uchar();
    tsearch(&a, &tree, compare);
    tsearch(&b, &tree, compare);
    if (calls > 0)
        reach_error();
    return 0;
}
