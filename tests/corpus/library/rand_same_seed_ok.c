//@ property: unreach
//@ truth: true
//@ expect(k-induction): unknown
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  srand(3);
  int a = rand();
  srand(3);
  if (rand() != a || a < 0) reach_error();
  return 0;
}
