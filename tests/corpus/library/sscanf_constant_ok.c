//@ property: unreach
//@ truth: true
//@ expect(k-induction): unknown
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int x = 0;
  if (sscanf("12", "%d", &x) != 1 || x != 12) reach_error();
  return 0;
}
