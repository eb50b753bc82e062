//@ property: unreach
//@ truth: false
//@ expect(k-induction): unknown
#include <fenv.h>
extern void reach_error(void);
int main(void) {
  volatile double one = 1, three = 3;
  double near = one / three;
  fesetround(FE_UPWARD);
  if (one / three != near) reach_error();
  return 0;
}
