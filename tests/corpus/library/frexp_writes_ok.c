//@ property: unreach
//@ truth: true
//@ expect(value): true
//@ expect(k-induction): true
//@ expect(bmc): true
#include <math.h>
extern void reach_error(void);
int main(void) {
  int e = 9;
  double whole = 9;
  if (frexp(8.0, &e) != 0.5 || e != 4) reach_error();
  if (modf(2.5, &whole) != 0.5 || whole != 2) reach_error();
  return 0;
}
