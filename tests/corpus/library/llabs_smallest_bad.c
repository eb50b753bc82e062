//@ property: overflow
//@ truth: false
//@ expect(value): false
//@ expect(k-induction): false
//@ expect(bmc): false
#include <limits.h>
#include <stdlib.h>
int main(void) {
  long long x = LLONG_MIN;
  long y = LONG_MAX;
  return llabs(x) > labs(y);
}
