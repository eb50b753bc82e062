//@ property: unreach
//@ truth: false
//@ expect(value): unknown
#include <string.h>
void reach_error(void) {}
int main(void) {
  if (strcmp("a", "b")) reach_error();
  return 0;
}
