//@ property: unreach
//@ truth: true
//@ expect(value): true
//@ expect(k-induction): true
//@ expect(bmc): true
#include <math.h>
extern void reach_error(void);
int main(void) {
  if (nan("") == nan("") || !isnan(nan("1"))) reach_error();
  return 0;
}
