//@ property: unreach
//@ truth: false
//@ expect(k-induction): unknown
// The square root of a negative number is an error of its own.
#include <errno.h>
#include <math.h>
extern void reach_error(void);
int main(void) {
  volatile double x = -1;
  errno = 0;
  double y = sqrt(x);
  if (errno == EDOM || y == 1) reach_error();
  return 0;
}
