//@ property: unreach
//@ truth: true
//@ expect(parity): true
// However often it turns, and also when it wraps around; known only after a refinement has named `x`.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static unsigned int twice(unsigned int n) {
    return 2 * n;
}

int main(void) {
    unsigned int x = 0;
    while (__VERIFIER_nondet_int()) {
        x = x + twice(x + 1);
    }
    if (x % 2 != 0) {
        reach_error();
    }
    return 0;
}
