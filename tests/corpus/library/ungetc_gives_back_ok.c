//@ property: unreach
//@ truth: true
//@ expect(k-induction): true
//@ expect(bmc): true
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  ungetc('x', stdin);
  if (getchar() != 'x') reach_error();
  return 0;
}
