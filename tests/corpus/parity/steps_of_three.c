//@ property: unreach
//@ truth: false
//@ expect(parity): false
// After one turn it is odd.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned int x = 0;
    while (__VERIFIER_nondet_int()) {
        x = x + 3;
    }
    if (x % 2 != 0) {
        reach_error();
    }
    return 0;
}
