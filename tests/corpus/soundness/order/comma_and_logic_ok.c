//@ property: unreach
//@ truth: true
//@ soundness
// The order of commas and of && is fixed.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = __VERIFIER_nondet_uchar(), b = 0;
    int r = (a = a & 3, b = a + 1) && (a = 9, b == 5);
    if (r)
        reach_error();
    return 0;
}
