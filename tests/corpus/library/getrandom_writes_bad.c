//@ property: unreach
//@ truth: false
//@ expect(k-induction): false
//@ expect(bmc): false
#include <sys/random.h>
void reach_error(void) {}
int main(void) {
  unsigned char b = 0;
  if (getrandom(&b, 1, 0) == 1 && b == 7) reach_error();
  return 0;
}
