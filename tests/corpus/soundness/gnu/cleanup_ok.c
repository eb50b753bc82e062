//@ property: unreach
//@ truth: true
//@ soundness
// A function that runs when an object goes.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int gone;
static void leave(int *p) { gone += *p; }

int main(void) {
    {
        __attribute__((cleanup(leave))) int a = __VERIFIER_nondet_uchar() & 3;
    }
    if (gone == 4)
        reach_error();
    return 0;
}
