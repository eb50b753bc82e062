//@ property: unreach
//@ truth: false
//@ unseen: needs a byte 2 before the end of standard input
//@ expect(k-induction): false
//@ expect(bmc): false
// Half a member may be read.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char b[2] = {1, 1};
  if (fread(b, 2, 1, stdin) == 0 && b[0] == 2) reach_error();
  return 0;
}
