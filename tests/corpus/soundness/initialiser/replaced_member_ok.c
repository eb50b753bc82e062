//@ property: unreach
//@ truth: true
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
    if (q.a == 0)
        reach_error();
    return 0;
}
