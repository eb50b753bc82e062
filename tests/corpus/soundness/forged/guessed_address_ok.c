//@ property: unreach
//@ truth: true
//@ soundness
// An input is the address of an object that was a number before.
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static int a;
static unsigned long shown;

int main(void) {
    shown = (unsigned long)&a;
    unsigned long number = __VERIFIER_nondet_ulong();
    if (number != shown)
        return 0;
    int *guessed = (int *)number;
    *guessed = 7;
    if (a != 7)
        reach_error();
    return 0;
}
