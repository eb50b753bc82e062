//@ property: unreach
//@ truth: false
//@ stdin: a
//@ expect(k-induction): false
//@ expect(bmc): false
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char c = 'x';
  if (read(0, &c, 1) == 1 && c != 'x') reach_error();
  return 0;
}
