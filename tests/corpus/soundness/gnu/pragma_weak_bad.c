//@ property: unreach
//@ truth: false
//@ soundness
// A pragma makes a name an alias of a function.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int done;
void act(void) { done = 1; }
#pragma weak other = act
extern void other(void);

int main(void) {
    if (__VERIFIER_nondet_uchar() > 3)
        other();
    if (done == 1)
        reach_error();
    return 0;
}
