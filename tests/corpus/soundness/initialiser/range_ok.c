//@ property: unreach
//@ truth: true
//@ soundness
//@ assumption
// A value for a range of elements is evaluated once.
extern void reach_error(void);

static int n;
static int f(void) { return ++n; }

int main(void) {
    int q[3] = {[0 ... 2] = f()};
    if (q[0] != 1 || q[1] != 1 || q[2] != 1 || n != 1)
        reach_error();
    return 0;
}
