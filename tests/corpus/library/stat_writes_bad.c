//@ property: unreach
//@ truth: false
//@ expect(bmc): unknown
#include <sys/stat.h>
extern void reach_error(void);
int main(void) {
  struct stat s;
  s.st_size = -1;
  if (stat("/etc/passwd", &s) == 0 && s.st_size != -1) reach_error();
  return 0;
}
