//@ property: unreach
//@ truth: true
//@ soundness
//@ assumption
// Records for a range of elements.
extern void reach_error(void);

static int n;
static int f(void) { return ++n; }

int main(void) {
    struct { int a, b; } q[2] = {[0 ... 1] = {f(), 5}};
    if (q[0].a != q[1].a || n != 1)
        reach_error();
    return 0;
}
