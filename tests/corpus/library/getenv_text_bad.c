//@ property: unreach
//@ truth: false
//@ expect(k-induction): false
//@ expect(bmc): false
#include <stdlib.h>
void reach_error(void) {}
int main(void) {
  char *home = getenv("HOME");
  if (home && home[0] == '/') reach_error();
  return 0;
}
