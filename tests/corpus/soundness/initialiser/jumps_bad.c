//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
// Elements with jumps.
extern void reach_error(void);

static int n;
static int f(void) { return ++n; }

int main(void) {
    int q[4] = {f(), [3] = f(), [1] = f(), f()};
    if (q[0] * 1000 + q[1] * 100 + q[2] * 10 + q[3] == 1234)
        reach_error();
    return 0;
}
