//@ property: termination
//@ truth: false
//@ expect(auto): false
// A flag that nobody sets.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int ready = __VERIFIER_nondet_int();
    unsigned rounds = 0;
    while (!ready)
        rounds++;
    return 0;
}
