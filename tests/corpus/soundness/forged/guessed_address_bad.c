//@ property: unreach
//@ truth: false
//@ soundness
//@ unseen: the input is the address of an object
// An input is the address of an object that was a number before.
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static int a;
static unsigned long shown;

int main(void) {
    shown = (unsigned long)&a;
    int *guessed = (int *)__VERIFIER_nondet_ulong();
    *guessed = 7;
    if (a != 0)
        reach_error();
    return 0;
}
