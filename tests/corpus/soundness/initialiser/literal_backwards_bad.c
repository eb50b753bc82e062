//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
// The same in a compound literal.
extern void reach_error(void);

struct s { int a, b; };
static int g = 1;
static int f(void) {
    g = 9;
    return 0;
}
static int first(struct s q) { return q.a; }

int main(void) {
    int v = first((struct s){.b = f(), .a = g});
    if (v == 1)
        reach_error();
    return 0;
}
