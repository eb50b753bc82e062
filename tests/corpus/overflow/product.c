//@ property: overflow
//@ truth: false
//@ inputs: 72
//@ expect(value): false
//@ expect(bmc): false
//@ expect(predicate): false
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x < 100)
        return x * 30000000;
    return 0;
}
