//@ property: termination
//@ truth: false
//@ expect(auto): false
// A step of nothing.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), step = __VERIFIER_nondet_int();
    if (x < 0 || x > 9 || step < 0 || step > 2)
        return 0;
    while (x < 10)
        x += step;
    return 0;
}
