//@ property: unreach
//@ truth: false
//@ expect(k-induction): unknown
// The month is not computed, so nobody can show it, and nobody may deny it.
#include <time.h>
extern void reach_error(void);
int main(void) {
  time_t t = 0;
  struct tm d = {0};
  d.tm_mday = 99;
  gmtime_r(&t, &d);
  if (d.tm_mday != 99) reach_error();
  return 0;
}
