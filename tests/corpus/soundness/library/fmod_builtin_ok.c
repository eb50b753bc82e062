//@ property: unreach
//@ truth: true
//@ soundness
// A builtin form of fmod.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    double r = __builtin_fmod(7.0, 4.0);
    if (r != 3.0 && __VERIFIER_nondet_uchar())
        reach_error();
    return 0;
}
