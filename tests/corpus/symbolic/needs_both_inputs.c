//@ property: unreach
//@ truth: false
//@ inputs: 500000042 499999965
//@ expect(symbolic): false
//@ expect(symbolic-cegar): false
// One pair of inputs out of 2^64.
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int a = __VERIFIER_nondet_uint();
    unsigned int b = __VERIFIER_nondet_uint();
    if (a + b == 1000000007u && a - b == 77u && a < 1000000000u) {
        reach_error(); //@ error: unreach-call
    }
    return 0;
}
