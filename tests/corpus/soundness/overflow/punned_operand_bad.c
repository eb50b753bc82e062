//@ property: overflow
//@ truth: false
//@ soundness
// An operand that is written as bytes.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int x = 0;
    ((unsigned char *)&x)[3] = __VERIFIER_nondet_uchar() & 0x7f;
    ((unsigned char *)&x)[0] = 1;
    int y = x + 0x01000000;
    return y == 3;
    return 0;
}
