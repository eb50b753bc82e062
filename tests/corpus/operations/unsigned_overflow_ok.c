//@ property: unsigned-overflow
//@ truth: true
//@ expect(k-induction): true
//@ expect(predicate): true
// The operands are compared before; bits that a shift loses are no overflow.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned size = __VERIFIER_nondet_uint(), used = __VERIFIER_nondet_uint();
    if (used > size)
        return 0;
    unsigned left = size - used;
    return (left << 4) != 0;
}
