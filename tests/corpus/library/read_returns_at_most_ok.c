//@ property: unreach
//@ truth: true
//@ expect(k-induction): unknown
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char c[4] = {0};
  ssize_t n = read(0, c, 3);
  if (n > 3 || n < -1 || c[3] != 0) reach_error();
  return 0;
}
