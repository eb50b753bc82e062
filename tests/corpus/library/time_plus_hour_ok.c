//@ property: overflow
//@ truth: true
//@ expect(k-induction): true
//@ expect(bmc): true
#include <time.h>
#include <unistd.h>
int main(void) {
  time_t later = time(0) + 3600;
  clock_t c = clock() * 1000;
  int next = getpid() + 1;
  return later > c + next;
}
