//@ property: unreach
//@ truth: true
//@ expect(k-induction): unknown
// What the quotient is is for nobody to prove wrong without computing it.
#include <math.h>
extern void reach_error(void);
int main(void) {
  int q = 77;
  double r = remquo(7.0, 2.0, &q);
  if (r != -1.0 || q == 77) reach_error();
  return 0;
}
