//@ property: unreach
//@ truth: true
//@ expect(k-induction): unknown
#include <fenv.h>
extern void reach_error(void);
int main(void) {
  volatile double one = 1, three = 3;
  double near = one / three;
  fesetround(FE_UPWARD);
  double up = one / three;
  if (up <= near) reach_error();
  return 0;
}
