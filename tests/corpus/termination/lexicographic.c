//@ property: termination
//@ truth: true
//@ expect(termination): true
//@ expect(auto): true
// One number starts again whenever the other gets smaller.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    while (x > 0) {
        if (y > 0) {
            y--;
        } else {
            x--;
            y = __VERIFIER_nondet_uint();
        }
    }
    return 0;
}
