//@ property: unreach
//@ truth: true
//@ expect(dataflow): true
// Each activation has its own variables, before and after a call of itself.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int down(int n) {
    if (n > 0 && n <= 20) {
        int before = n;
        down(n - 1);
        if (before < 1 || n > 20) {
            reach_error();
        }
    }
    return n;
}

int main(void) {
    down(__VERIFIER_nondet_int());
    return 0;
}
