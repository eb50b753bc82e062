//@ property: unreach
//@ truth: true
//@ soundness
// A copy of memory that was never written holds the same bytes.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a[8], b[8];
    unsigned n = __VERIFIER_nondet_uchar() % 8 + 1;
    memcpy(b, a, n);
    if (memcmp(a, b, n) != 0)
        reach_error();
    return 0;
}
