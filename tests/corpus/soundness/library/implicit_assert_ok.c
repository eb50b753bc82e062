//@ property: asserts
//@ truth: true
//@ soundness
//@ outside: void __assert_fail(const char *, const char *, unsigned, const char *);
//@ outside: int assert(int x) { if (!x) __assert_fail("", "", 0, ""); return 0; }
// assert is called without any declaration.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    assert(__VERIFIER_nondet_uchar() != 256);
    return 0;
}
