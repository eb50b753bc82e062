//@ property: unreach
//@ truth: true
//@ expect(k-induction): true
//@ expect(bmc): true
#include <string.h>
extern void reach_error(void);
int main(void) {
  if (strcmp("a", "b") >= 0 || strcmp("b", "a") <= 0 || strcmp("a", "a")) reach_error();
  if (memcmp("a", "b", 1) >= 0 || strncmp("ab", "ac", 1)) reach_error();
  return 0;
}
