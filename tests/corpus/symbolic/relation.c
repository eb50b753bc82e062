//@ property: unreach
//@ truth: true
//@ expect(symbolic): true
//@ expect(symbolic-cegar): true
// Only together do the constraints exclude it: values alone say nothing.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int larger(int a, int b) {
    return a > b ? a : b;
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int m = larger(a, b);
    if (a > 10 && m < 5) {
        reach_error();
    }
    if (m < b || (m != a && m != b)) {
        reach_error();
    }
    return 0;
}
