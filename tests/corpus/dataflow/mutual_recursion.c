//@ property: unreach
//@ truth: true
//@ expect(dataflow): true
// Two functions that call each other, and never both say yes.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int odd(unsigned n);

static int even(unsigned n) {
    return n == 0 ? 1 : odd(n - 1);
}

static int odd(unsigned n) {
    return n == 0 ? 0 : even(n - 1);
}

int main(void) {
    int e = even(__VERIFIER_nondet_uint());
    if (e != 0 && e != 1) {
        reach_error();
    }
    return 0;
}
