//@ property: termination
//@ truth: true
//@ expect(termination): true
//@ expect(auto): true
// A number is halved until nothing is left.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    while (x)
        x /= 2;
    return 0;
}
