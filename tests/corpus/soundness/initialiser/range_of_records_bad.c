//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
// Records for a range of elements.
extern void reach_error(void);

static int n;
static int f(void) { return ++n; }

int main(void) {
    struct { int a, b; } q[2] = {[0 ... 1] = {f(), 5}};
    if (q[1].a == 1 && q[1].b == 5 && n == 1)
        reach_error();
    return 0;
}
