//@ property: termination
//@ truth: true
//@ expect(termination): true
//@ expect(auto): true
// The inner loop depends on the counter of the outer one.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            ;
    return 0;
}
