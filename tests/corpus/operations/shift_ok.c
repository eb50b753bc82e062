//@ property: shift
//@ truth: true
//@ expect(k-induction): true
//@ expect(predicate): true
// The count is below the width, of the promoted type where the operand is narrow.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char bits = __VERIFIER_nondet_uchar(), byte = 1;
    if (bits >= 31)
        return 0;
    int wide = byte << bits;
    long long most = 1LL << (bits + 32);
    return wide > 0 && most > 0;
}
