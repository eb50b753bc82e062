//@ property: overflow
//@ truth: true
//@ expect(bmc): true
// No file is as long as its length could say.
#include <sys/stat.h>
int main(void) {
  struct stat s;
  if (fstat(0, &s) != 0) return 0;
  long long n = s.st_size + 1LL;
  return n > 5;
}
