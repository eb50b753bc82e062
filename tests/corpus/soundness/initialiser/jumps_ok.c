//@ property: unreach
//@ truth: true
//@ soundness
//@ assumption
// Elements with jumps.
extern void reach_error(void);

static int n;
static int f(void) { return ++n; }

int main(void) {
    int q[4] = {f(), [3] = f(), [1] = f(), f()};
    if (n != 4)
        reach_error();
    return 0;
}
