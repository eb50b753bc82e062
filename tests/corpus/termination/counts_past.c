//@ property: termination
//@ truth: false
//@ expect(termination, 2s): unknown
// With <= the largest bound is never passed: the counter wraps.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i <= n; i++)
        ;
    return 0;
}
