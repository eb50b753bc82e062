//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
// Increments among initialisers.
extern void reach_error(void);

int main(void) {
    int x = 5;
    struct { int a, b; } q = {.b = x++, .a = x};
    if (q.a * 10 + q.b == 55)
        reach_error();
    return 0;
}
