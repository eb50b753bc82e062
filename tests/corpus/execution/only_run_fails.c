//@ property: unreach
//@ truth: false
//@ expect(execution): false
// The same with a wrong expectation, which the only run shows.
extern void reach_error(void);

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int main(void) {
    if (fibonacci(12) != 145)
        reach_error();
    return 0;
}
