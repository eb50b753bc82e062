//@ property: unreach
//@ truth: false
//@ expect(value): false
//@ expect(k-induction): false
//@ expect(bmc): false
#include <time.h>
extern void reach_error(void);
int main(void) {
  time_t t = 0;
  time(&t);
  if (t != 0) reach_error();
  return 0;
}
