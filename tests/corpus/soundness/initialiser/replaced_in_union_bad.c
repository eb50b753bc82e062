//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
// A later member of a union replaces an earlier one.
extern void reach_error(void);

static int g = 1;
static int f(void) {
    g = 9;
    return 3;
}

int main(void) {
    union { int a; int b; } q = {.a = f(), .b = 4};
    if (q.a * 10 + g == 41)
        reach_error();
    return 0;
}
