//@ property: unreach
//@ truth: false
//@ stdin: 42
//@ expect(k-induction): false
//@ expect(bmc): false
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int x = 0;
  if (scanf("%d", &x) == 1 && x == 42) reach_error();
  return 0;
}
