//@ property: overflow
//@ truth: false
//@ expect(value): unknown
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return abs(x) > 5;
}
