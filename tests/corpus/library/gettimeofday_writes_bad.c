//@ property: unreach
//@ truth: false
//@ expect(value): false
//@ expect(k-induction): false
//@ expect(bmc): false
#include <sys/time.h>
extern void reach_error(void);
int main(void) {
  struct timeval t = {0, 0};
  gettimeofday(&t, 0);
  if (t.tv_sec != 0) reach_error();
  return 0;
}
