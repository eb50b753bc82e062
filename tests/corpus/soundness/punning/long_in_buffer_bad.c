//@ property: unreach
//@ truth: false
//@ soundness
// The lower bytes of a number that a buffer holds.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char b[12] = {0};
    long long *p = (long long *)b;
    *p |= __VERIFIER_nondet_uchar() & 7;
    if (b[0] == 4)
        reach_error();
    return 0;
}
