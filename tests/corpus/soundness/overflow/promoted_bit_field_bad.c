//@ property: overflow
//@ truth: false
//@ soundness
// An unsigned bit-field is computed with as an int.
extern unsigned char __VERIFIER_nondet_uchar(void);

struct B {
    unsigned f : 31;
};
int main(void) {
    struct B b = {2147483647};
    return b.f + (__VERIFIER_nondet_uchar() & 1) > 0;
}
