//@ property: unreach
//@ truth: false
//@ expect(value): false
//@ expect(k-induction): false
//@ expect(bmc): false
#include <pthread.h>
extern void reach_error(void);
static int done;
static void once(void) { done++; }
int main(void) {
  pthread_once_t control = PTHREAD_ONCE_INIT;
  pthread_once(&control, once);
  pthread_once(&control, once);
  if (done == 1) reach_error();
  return 0;
}
