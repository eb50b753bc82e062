//@ property: unreach
//@ truth: true
//@ expect(value): true
//@ expect(value-nocegar): true
// A recursive call must not overwrite the variables of its caller.
extern void reach_error(void);

static int factorial(int n) {
    if (n <= 1) {
        return 1;
    }
    int smaller = factorial(n - 1);
    return n * smaller;
}

int main(void) {
    if (factorial(6) != 720) {
        reach_error();
    }
    return 0;
}
