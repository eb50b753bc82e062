//@ property: unreach
//@ truth: true
//@ soundness
//@ assumption
// The same inside a member.
extern void reach_error(void);

static int g = 1;
static int f(void) {
    g = 9;
    return 0;
}

int main(void) {
    struct { int a; struct { int b, c; } i; } q = {.i = {.c = f(), .b = g}, .a = g};
    if (q.a * 10 + q.i.b == 12)
        reach_error();
    return 0;
}
