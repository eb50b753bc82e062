//@ property: unreach
//@ truth: false
//@ expect(interval): false
//@ expect(value): false
//@ expect(value-interval): false
// A write to a part of a number changes the number.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned x = 0;
    ((unsigned char *)&x)[3] = __VERIFIER_nondet_uchar();
    if (x > 0x01000000u) {
        reach_error();
    }
    return 0;
}
