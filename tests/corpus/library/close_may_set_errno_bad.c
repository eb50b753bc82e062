//@ property: unreach
//@ truth: false
//@ expect(k-induction): unknown
// Which error it is is not known, and that there is one cannot be denied.
#include <errno.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  if (close(-1) != 0 && errno != 0) reach_error();
  return 0;
}
