//@ property: overflow
//@ truth: false
//@ soundness
// A compound assignment to a short is a conversion, to an int an overflow.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int s = 2147483647;
    s += __VERIFIER_nondet_uchar();
    return s == 3;
    return 0;
}
