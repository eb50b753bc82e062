//@ property: asserts
//@ truth: false
//@ soundness
// What the macro of the header calls.
extern unsigned char __VERIFIER_nondet_uchar(void);

extern void __assert_fail(const char *, const char *, unsigned, const char *);

int main(void) {
    if (__VERIFIER_nondet_uchar() > 9)
        __assert_fail("x", "file", 1, "main");
    return 0;
}
