//@ property: div-by-zero
//@ truth: true
//@ expect(k-induction): true
//@ expect(predicate): true
// The divisor is tested before; a float divided by zero is a number.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    int rest = n - 7;
    double infinite = 1.0 / 0.0;
    if (rest == 0)
        return infinite > 1.0;
    return 100 / rest;
}
