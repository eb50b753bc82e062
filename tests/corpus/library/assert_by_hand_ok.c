//@ property: asserts
//@ truth: true
//@ outside: void __assert_fail(const char *, const char *, unsigned, const char *); void assert(int x) { if (!x) __assert_fail("", "", 0, ""); }
//@ expect(k-induction): true
//@ expect(bmc): true
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5) assert(x > 4);
  return 0;
}
