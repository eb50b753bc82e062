//@ property: unreach
//@ truth: true
//@ expect(value): unknown
#include <stdlib.h>
#include <string.h>
void reach_error(void) {}
int main(void) {
  char *one = getenv("HOME"), *again = getenv("HOME");
  if (one != again) reach_error();
  return 0;
}
