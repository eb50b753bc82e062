//@ property: unreach
//@ truth: true
//@ soundness
//@ assumption
// Increments among initialisers.
extern void reach_error(void);

int main(void) {
    int x = 5;
    struct { int a, b; } q = {.b = x++, .a = x};
    if (q.b != 5)
        reach_error();
    return 0;
}
