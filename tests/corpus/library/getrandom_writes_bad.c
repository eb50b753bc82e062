//@ property: unreach
//@ truth: false
//@ unseen: needs a certain answer from outside
//@ expect(k-induction): false
//@ expect(bmc): false
#include <sys/random.h>
extern void reach_error(void);
int main(void) {
  unsigned char b = 0;
  if (getrandom(&b, 1, 0) == 1 && b == 7) reach_error();
  return 0;
}
