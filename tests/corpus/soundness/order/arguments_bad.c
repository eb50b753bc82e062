//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
// The order in which arguments are evaluated is open.
extern void reach_error(void);

static int n;
static int next(void) { return ++n; }
static int pair(int a, int b) { return 10 * a + b; }

int main(void) {
    int r = pair(next(), next());
    if (r == 21)
        reach_error();
    return 0;
}
