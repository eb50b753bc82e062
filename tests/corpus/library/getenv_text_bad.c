//@ property: unreach
//@ truth: false
//@ unseen: needs a certain environment
//@ expect(k-induction): false
//@ expect(bmc): false
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *home = getenv("HOME");
  if (home && home[0] == '/') reach_error();
  return 0;
}
