//@ property: asserts
//@ truth: false
//@ outside: void exit(int); void __assert_fail(const char *, const char *, unsigned, const char *); int __VERIFIER_nondet_int(void);
//@ outside: void __CPROVER_assume(int c) { if (!c) exit(0); } void klee_assume(unsigned long c) { if (!c) exit(0); }
//@ outside: void __CPROVER_assert(int c, const char *t) { if (!c) __assert_fail(t, "", 0, ""); }
//@ outside: void klee_make_symbolic(void *p, unsigned long n, const char *t) { *(unsigned char *)p = __VERIFIER_nondet_int(); }
//@ expect(bmc): false
//@ expect(predicate): false
// Assumptions, assertions and inputs as other verifiers call them.
void __CPROVER_assume(int condition);
void __CPROVER_assert(int condition, const char *text);
void klee_assume(unsigned long condition);
void klee_make_symbolic(void *memory, unsigned long size, const char *name);

int main(void) {
    unsigned char byte;
    klee_make_symbolic(&byte, sizeof byte, "byte");
    klee_assume(byte < 5);
    __CPROVER_assume(byte > 2);
    __CPROVER_assert(byte != 4, "four is not meant");
    return 0;
}
