//@ property: termination
//@ truth: true
//@ soundness
// The greatest common divisor, by remainders.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    while (b) {
        unsigned t = a % b;
        a = b;
        b = t;
    }
    return 0;
}
