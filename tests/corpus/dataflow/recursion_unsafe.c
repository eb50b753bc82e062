//@ property: unreach
//@ truth: false
//@ expect(dataflow): false
// The same with a bound that is too small.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int depth(int n) {
    if (n <= 0) {
        return 0;
    }
    int below = depth(n - 1);
    return below < 3 ? below + 1 : below;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (depth(n) > 0) {
        reach_error(); //@ error: unreach-call
    }
    return 0;
}
