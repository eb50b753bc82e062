//@ property: unreach
//@ truth: true
//@ soundness
// The initialisers of an array have effects.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int n;
static int next(void) { return ++n; }

int main(void) {
    n = __VERIFIER_nondet_uchar() & 1;
    int a[2] = {next(), next()};
    if (a[0] + a[1] == 4)
        reach_error();
    return 0;
}
