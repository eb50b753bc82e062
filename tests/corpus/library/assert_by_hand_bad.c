//@ property: asserts
//@ truth: false
//@ outside: void __assert_fail(const char *, const char *, unsigned, const char *); void assert(int x) { if (!x) __assert_fail("", "", 0, ""); }
//@ expect(value): false
//@ expect(k-induction): false
//@ expect(bmc): false
// Without <assert.h>.
extern int __VERIFIER_nondet_int(void);
void assert(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 5);
  return 0;
}
