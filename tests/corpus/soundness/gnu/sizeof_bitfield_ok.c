//@ property: unreach
//@ truth: true
//@ soundness
// The size of an expression with a bit-field.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct bits { unsigned a : 3; };

int main(void) {
    struct bits b = {__VERIFIER_nondet_uchar()};
    if (sizeof(b.a + 1) == 8 && b.a < 8)
        reach_error();
    return 0;
}
