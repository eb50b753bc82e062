//@ property: div-by-zero
//@ truth: false
//@ inputs: 7
//@ expect(bmc): false
//@ expect(predicate): false
// The divisor is zero for one input out of many.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    int rest = n - 7;
    return 100 % rest; //@ error: no-div-by-zero
}
