//@ property: unreach
//@ truth: false
//@ unseen: needs a certain answer from outside
//@ expect(k-induction): false
//@ expect(bmc): false
#include <sys/socket.h>
extern void reach_error(void);
int main(void) {
  char b[2] = {1, 1};
  if (recv(3, b, 2, 0) == 2 && b[1] == 5) reach_error();
  return 0;
}
