//@ property: unreach
//@ truth: false
//@ soundness
// A truth value holds the byte that was written into it.
#include <stdbool.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    bool b = false;
    *(unsigned char *)&b = __VERIFIER_nondet_uchar() & 1;
    if (b)
        reach_error();
    return 0;
}
