//@ property: unreach
//@ truth: true
//@ expect(value): unknown
#include <stdio.h>
void reach_error(void) {}
int main(void) {
  if (feof(stdin)) reach_error();
  if (getchar() == EOF && !feof(stdin) && !ferror(stdin)) reach_error();
  return 0;
}
