//@ property: unreach
//@ truth: false
//@ expect(value): unknown
//@ expect(k-induction): unknown
//@ expect(bmc): unknown
#include <time.h>
extern void reach_error(void);
int main(void) {
  time_t t = 0;
  time(&t);
  if (t != 0) reach_error();
  return 0;
}
