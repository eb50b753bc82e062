//@ property: overflow
//@ truth: true
//@ soundness
// Bytes put together as an unsigned number.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned b = __VERIFIER_nondet_uchar();
    unsigned x = b << 24 | b << 16;
    return x == 3;
    return 0;
}
