//@ property: unreach
//@ truth: true
//@ soundness
// A call whose arguments do not conflict has one result.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int n;
static int next(void) { return ++n; }
static int pair(int a, int b) { return a + b; }

int main(void) {
    int r = pair(next(), __VERIFIER_nondet_uchar());
    if (r == 0)
        reach_error();
    return 0;
}
