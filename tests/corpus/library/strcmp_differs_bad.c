//@ property: unreach
//@ truth: false
//@ expect(value): false
//@ expect(k-induction): false
//@ expect(bmc): false
#include <string.h>
extern void reach_error(void);
int main(void) {
  if (strcmp("a", "b")) reach_error();
  return 0;
}
