//@ property: unreach
//@ truth: true
//@ expect(k-induction): true
//@ expect(bmc): true
#include <time.h>
extern void reach_error(void);
int main(void) {
  struct timespec t;
  if (clock_gettime(CLOCK_REALTIME, &t) == 0 && (t.tv_nsec < 0 || t.tv_nsec > 999999999)) reach_error();
  return 0;
}
