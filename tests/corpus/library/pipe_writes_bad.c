//@ property: unreach
//@ truth: false
//@ expect(value): false
//@ expect(k-induction): false
//@ expect(bmc): false
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  int ends[2] = {-1, -1};
  if (pipe(ends) == 0 && ends[0] >= 0) reach_error();
  return 0;
}
