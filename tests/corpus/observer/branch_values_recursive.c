//@ property: unreach
//@ truth: false
//@ expect(dataflow-observers): false
// The same with the loop before the violation, as a function that calls itself.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int times(int a, int d) {
    if (d <= 0) {
        return 0;
    }
    return a + times(a, d - 1);
}

int main(void) {
    int s = __VERIFIER_nondet_int(), t = __VERIFIER_nondet_int();
    int d = s - t;
    if (d < 2 || d > 8) {
        return 0;
    }
    int x = __VERIFIER_nondet_int();
    int a = x ? 512 : 64;
    int b = times(a, d);
    if (b >= 2048) {
        reach_error(); //@ error: unreach-call
    }
    return 0;
}
