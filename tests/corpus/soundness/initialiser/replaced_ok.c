//@ property: unreach
//@ truth: true
//@ soundness
//@ assumption
// A later value replaces one with effects, which then need not happen.
extern void reach_error(void);

static int g = 1;
static int f(void) {
    g = 9;
    return 0;
}

int main(void) {
    int q[1] = {[0] = f(), [0] = 2};
    if (q[0] != 2)
        reach_error();
    return 0;
}
