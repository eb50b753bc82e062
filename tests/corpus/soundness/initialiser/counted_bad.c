//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
// Two calls of one function.
extern void reach_error(void);

static int n;
static int f(void) { return ++n; }

int main(void) {
    struct { int a, b; } q = {.b = f(), .a = f()};
    if (q.a * 10 + q.b == 12)
        reach_error();
    return 0;
}
