//@ property: unreach
//@ truth: false
//@ expect(k-induction): false
// A number is read out of a text, through a list of arguments.
#include <stdarg.h>
#include <stdio.h>
extern void reach_error(void);
static int read(const char *s, const char *f, ...) {
  va_list ap;
  va_start(ap, f);
  int n = vsscanf(s, f, ap);
  va_end(ap);
  return n;
}
int main(void) {
  int x = 0;
  if (read("12", "%d", &x) == 1 && x == 12) reach_error();
  return 0;
}
