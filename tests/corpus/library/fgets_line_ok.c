//@ property: unreach
//@ truth: true
//@ expect(k-induction): unknown
// Nothing stands between a newline and the terminator, and the rest of the buffer stays.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char b[4] = "abc";
  b[3] = 'z';
  if (!fgets(b, 3, stdin)) return 0;
  if (b[3] != 'z') reach_error();
  if (b[0] == '\n' && b[1] != 0) reach_error();
  return 0;
}
