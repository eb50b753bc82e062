//@ property: termination
//@ truth: true
//@ expect(termination): true
//@ expect(auto): true
// A counter that a signed bound stops.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        ;
    return 0;
}
