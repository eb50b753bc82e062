//@ property: overflow
//@ truth: false
//@ soundness
// Unsigned numbers wrap around without an overflow.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int x = 2147483647;
    x += __VERIFIER_nondet_uchar();
    return x == 3;
    return 0;
}
