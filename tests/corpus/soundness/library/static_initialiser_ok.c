//@ property: overflow
//@ truth: true
//@ soundness
// A constant of a static object that does not fit.

static int limit = 2147483647 + 0;

int main(void) {
    return limit == 0;
    return 0;
}
