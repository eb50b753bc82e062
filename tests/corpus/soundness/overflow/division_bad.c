//@ property: overflow
//@ truth: false
//@ soundness
// The one quotient that does not fit.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int x = __VERIFIER_nondet_uchar() ? -2147483647 - 1 : 8;
    int y = __VERIFIER_nondet_uchar() == 255 ? -1 : 4;
    return x / y == 3;
    return 0;
}
