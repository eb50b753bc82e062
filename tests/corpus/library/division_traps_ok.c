//@ property: unreach
//@ truth: true
//@ expect(k-induction): unknown
// The one quotient that does not fit has no value: the machine stops.
#include <limits.h>
extern void reach_error(void);
int main(void) {
  volatile int x = INT_MIN, y = -1;
  int q = x / y;
  if (q == INT_MIN) reach_error();
  return 0;
}
