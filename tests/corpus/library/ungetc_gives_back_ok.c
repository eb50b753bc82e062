//@ property: unreach
//@ truth: true
//@ expect(value): unknown
#include <stdio.h>
void reach_error(void) {}
int main(void) {
  ungetc('x', stdin);
  if (getchar() != 'x') reach_error();
  return 0;
}
