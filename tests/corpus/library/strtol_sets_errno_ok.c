//@ property: unreach
//@ truth: true
//@ expect(bmc): true
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  long x = strtol("99999999999999999999", 0, 10);
  if (errno != ERANGE || x < 0) reach_error();
  errno = 0;
  if (strtol("12", 0, 10) != 12 || errno != 0) reach_error();
  return 0;
}
