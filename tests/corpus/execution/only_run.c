//@ property: unreach
//@ truth: true
//@ expect(execution): true
//@ expect(auto): true
// No input: one run, whose hundreds of thousands of calls no analysis wants to follow one by one.
extern void reach_error(void);

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int main(void) {
    if (fibonacci(18) != 2584)
        reach_error();
    return 0;
}
