//@ property: asserts
//@ truth: true
//@ expect(k-induction): true
//@ expect(bmc): true
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5) assert(x > 4);
  return 0;
}
