//@ property: unreach
//@ truth: true
//@ soundness
// Null and an offset is not null.
#include <stdint.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char *p = 0;
    unsigned char c = __VERIFIER_nondet_uchar();
    char *q = p + c;
    if (q != 0 && c == 0)
        reach_error();
    return 0;
}
