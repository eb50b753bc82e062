//@ property: shift
//@ truth: false
//@ inputs: 32
//@ expect(bmc): false
//@ expect(predicate): false
// The count may be the width.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char bits = __VERIFIER_nondet_uchar();
    if (bits > 32)
        return 0;
    unsigned mask = (1u << bits) - 1; //@ error: no-bad-shift
    return mask != 0;
}
