//@ property: overflow
//@ truth: true
//@ expect(value): unknown
//@ expect(bmc): true
// Unsigned arithmetic wraps, small types are computed as int, and conversions are no arithmetic.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned char c = 255;
    c++;
    signed char narrow = (signed char)(x * x + 1u);
    return narrow + c;
}
