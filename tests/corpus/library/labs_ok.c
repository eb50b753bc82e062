//@ property: overflow
//@ truth: true
//@ expect(k-induction): true
//@ expect(bmc): true
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == INT_MIN) return 0;
  return abs(x) > 5;
}
