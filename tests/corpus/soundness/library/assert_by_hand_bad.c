//@ property: asserts
//@ truth: false
//@ soundness
//@ outside: void __assert_fail(const char *, const char *, unsigned, const char *);
//@ outside: void assert(int x) { if (!x) __assert_fail("", "", 0, ""); }
// assert is declared by hand as a function of the C library's name.
extern unsigned char __VERIFIER_nondet_uchar(void);

extern void assert(int);

int main(void) {
    assert(__VERIFIER_nondet_uchar() < 255);
    return 0;
}
