//@ property: unreach
//@ truth: true
//@ expect(dataflow): true
//@ expect(one_context.toml): true
// Recursion of any depth has a summary: the result is never negative.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int depth(int n) {
    if (n <= 0) {
        return 0;
    }
    int below = depth(n - 1);
    return below < 1000 ? below + 1 : below;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    int d = depth(n);
    if (d < 0 || d > 1000) {
        reach_error();
    }
    return 0;
}
