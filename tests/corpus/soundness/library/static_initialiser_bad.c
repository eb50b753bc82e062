//@ property: overflow
//@ truth: false
//@ soundness
//@ unseen: gcc computes it at compile time
// A constant of a static object that does not fit.

static int limit = 2147483647 + 1;

int main(void) {
    return limit == 0;
    return 0;
}
