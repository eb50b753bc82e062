//@ property: unreach
//@ truth: true
//@ soundness
// The operands of a sum have effects.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int n = 1;
static int twice(void) { return n *= 2; }
static int more(void) { return n += 3; }

int main(void) {
    n = __VERIFIER_nondet_uchar() & 1;
    int r = twice() + more() * 0;
    if (r > 14)
        reach_error();
    return 0;
}
