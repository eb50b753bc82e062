//@ property: overflow
//@ truth: true
//@ soundness
// An hour from now is a time that fits.
#include <time.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    time_t t = time(0) + 3600;
    return t == __VERIFIER_nondet_uchar();
    return 0;
}
