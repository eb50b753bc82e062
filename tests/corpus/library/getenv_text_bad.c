//@ property: unreach
//@ truth: false
//@ expect(value): unknown
#include <stdlib.h>
void reach_error(void) {}
int main(void) {
  char *home = getenv("HOME");
  if (home && home[0] == '/') reach_error();
  return 0;
}
