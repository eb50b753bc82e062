//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
// Elements of an array that are not in order.
extern void reach_error(void);

static int g = 1;
static int f(void) {
    g = 9;
    return 0;
}

int main(void) {
    int q[2] = {[1] = f(), [0] = g};
    if (q[0] == 1)
        reach_error();
    return 0;
}
