//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
// The same for a member.
extern void reach_error(void);

static int g = 1;
static int f(void) {
    g = 9;
    return 0;
}

int main(void) {
    struct { int a; } q = {.a = f(), .a = g};
    if (q.a + g == 2)
        reach_error();
    return 0;
}
