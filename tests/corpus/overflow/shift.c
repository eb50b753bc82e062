//@ property: overflow
//@ truth: false
//@ expect(bmc): false
//@ expect(k-induction): false
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 1)
        return 0;
    return x << 31;
}
