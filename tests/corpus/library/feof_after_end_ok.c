//@ property: unreach
//@ truth: true
//@ expect(k-induction): true
//@ expect(bmc): true
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  if (feof(stdin)) reach_error();
  if (getchar() == EOF && !feof(stdin) && !ferror(stdin)) reach_error();
  return 0;
}
