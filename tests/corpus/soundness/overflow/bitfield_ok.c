//@ property: overflow
//@ truth: true
//@ soundness
// A bit-field is an int in arithmetic.
extern unsigned char __VERIFIER_nondet_uchar(void);

struct bits { int a : 5; };

int main(void) {
    struct bits b = {0};
    b.a = __VERIFIER_nondet_uchar();
    return b.a + 2147483630 == 7;
    return 0;
}
