//@ property: unreach
//@ truth: true
//@ soundness
//@ assumption
// Designated initialisers that are not in the order of members: which comes first is left open.
extern void reach_error(void);

static int g = 1;
static int f(void) {
    g = 9;
    return 0;
}

int main(void) {
    struct { int a, b; } q = {.b = f(), .a = g};
    if (q.a == 2)
        reach_error();
    return 0;
}
