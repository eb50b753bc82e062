//@ property: unreach
//@ truth: false
//@ expect(bmc): false
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  strtol("99999999999999999999", 0, 10);
  if (errno) reach_error();
  return 0;
}
