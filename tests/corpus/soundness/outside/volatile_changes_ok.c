//@ property: unreach
//@ truth: true
//@ soundness
// An ordinary object does not change by itself.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int ready;

int main(void) {
    ready = __VERIFIER_nondet_uchar() & 1;
    if (ready != 0 && ready != 1)
        reach_error();
    return 0;
}
