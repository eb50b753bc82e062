//@ property: unreach
//@ truth: true
//@ expect(k-induction): unknown
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *end;
  if (strtod("2.5x", &end) != 2.5 || *end != 'x' || atof("1") != 1) reach_error();
  return 0;
}
