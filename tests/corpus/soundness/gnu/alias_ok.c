//@ property: unreach
//@ truth: true
//@ soundness
// A second name of a function.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int done;
void act(void) { done = 1; }
extern void other(void) __attribute__((alias("act")));

int main(void) {
    if (__VERIFIER_nondet_uchar() > 3)
        other();
    if (done == 2)
        reach_error();
    return 0;
}
