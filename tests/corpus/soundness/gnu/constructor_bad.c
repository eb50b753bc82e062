//@ property: unreach
//@ truth: false
//@ soundness
// A function that runs before main.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int ready;
__attribute__((constructor)) static void prepare(void) { ready = 1; }

int main(void) {
    if (ready == 1 && __VERIFIER_nondet_uchar() > 4)
        reach_error();
    return 0;
}
