//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
#include <time.h>
#include <string.h>
int main(void) {
  time_t t = 1000;
  struct tm *d = localtime(&t);
  if (!d) return 0;
  char *s = ctime(&t);
  return d->tm_mon + (s ? s[0] : 0);
}
