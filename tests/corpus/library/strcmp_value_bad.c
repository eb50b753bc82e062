//@ property: unreach
//@ truth: false
//@ expect(k-induction): unknown
// With gcc the distance of the characters; nothing in C says so.
#include <string.h>
extern void reach_error(void);
int main(void) {
  volatile char a[2] = "a", c[2] = "c";
  int order = strcmp((char *)a, (char *)c);
  if (order != -1) reach_error();
  return 0;
}
