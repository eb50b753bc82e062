//@ property: overflow
//@ truth: false
//@ soundness
// The distance of elements fits.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a[4];
    unsigned char i = __VERIFIER_nondet_uchar() & 3;
    int d = (int)(&a[i] - a) + 2147483645;
    return d == 3;
    return 0;
}
