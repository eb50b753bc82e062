//@ property: unreach
//@ truth: true
//@ expect(value): unknown
#include <math.h>
void reach_error(void) {}
int main(void) {
  if (nan("") == nan("") || !isnan(nan("1"))) reach_error();
  return 0;
}
