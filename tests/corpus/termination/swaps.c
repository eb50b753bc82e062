//@ property: termination
//@ truth: false
//@ expect(auto): false
// Two numbers change places for ever.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a == b)
        return 0;
    while (a != b) {
        int c = a;
        a = b;
        b = c;
    }
    return 0;
}
