//@ property: unreach
//@ truth: true
//@ soundness
// A compound assignment whose right side changes the left one.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int n;
static int change(void) { n = 5; return 1; }

int main(void) {
    n = __VERIFIER_nondet_uchar() & 1;
    int m = n + change();
    if (n == 1 && m < 9)
        reach_error();
    return 0;
}
