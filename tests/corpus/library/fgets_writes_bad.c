//@ property: unreach
//@ truth: false
//@ stdin: q\n
//@ expect(k-induction): false
//@ expect(bmc): false
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char b[4] = "abc";
  if (fgets(b, 4, stdin) && b[0] == 'q' && b[1] == '\n') reach_error();
  return 0;
}
