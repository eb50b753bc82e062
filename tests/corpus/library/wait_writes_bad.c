//@ property: unreach
//@ truth: false
//@ unseen: needs a certain answer from outside
//@ expect(value): unknown
//@ expect(k-induction): unknown
//@ expect(bmc): unknown
// A child that who started the program left behind.
#include <sys/wait.h>
extern void reach_error(void);
int main(void) {
  int status = -7;
  if (waitpid(-1, &status, 0) > 0 && status != -7) reach_error();
  return 0;
}
