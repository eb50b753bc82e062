//@ property: unreach
//@ truth: true
//@ expect(base): unknown
// Without values nothing says how deep the recursion is: it is followed to its bound, and then nobody knows.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int down(int n) {
    if (n > 0) {
        return down(n - 1);
    }
    return n;
}

int main(void) {
    return down(__VERIFIER_nondet_uchar());
}
