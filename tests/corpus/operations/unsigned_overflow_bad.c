//@ property: unsigned-overflow
//@ truth: false
//@ unseen: no sanitizer of gcc looks at unsigned arithmetic
//@ expect(bmc): false
//@ expect(predicate): false
// What is left is computed before it is known that something is.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned size = __VERIFIER_nondet_uint(), used = __VERIFIER_nondet_uint();
    unsigned left = size - used; //@ error: no-unsigned-overflow
    return left > 0;
}
