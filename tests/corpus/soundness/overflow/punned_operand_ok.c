//@ property: overflow
//@ truth: true
//@ soundness
// An operand that is written as bytes.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int x = 0;
    ((unsigned char *)&x)[3] = __VERIFIER_nondet_uchar() & 0x7f;
    ((unsigned char *)&x)[0] = 1;
    int y = x + 1;
    return y == 3;
    return 0;
}
