//@ property: unreach
//@ truth: false
//@ expect(value): unknown
#include <unistd.h>
void reach_error(void) {}
int main(void) {
  char c = 'x';
  if (read(0, &c, 1) == 1 && c != 'x') reach_error();
  return 0;
}
