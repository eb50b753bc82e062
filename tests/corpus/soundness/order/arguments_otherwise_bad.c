//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
//@ unseen: only one of the orders is that of gcc
// The other order of the arguments.
extern void reach_error(void);

static int n;
static int next(void) { return ++n; }
static int pair(int a, int b) { return 10 * a + b; }

int main(void) {
    int r = pair(next(), next());
    if (r == 12)
        reach_error();
    return 0;
}
