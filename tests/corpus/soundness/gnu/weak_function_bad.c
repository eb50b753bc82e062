//@ property: unreach
//@ truth: false
//@ soundness
// A weak function is called when there is no other.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int done;
__attribute__((weak)) void act(void) { done = 1; }

int main(void) {
    if (__VERIFIER_nondet_uchar() > 3)
        act();
    if (done == 1)
        reach_error();
    return 0;
}
