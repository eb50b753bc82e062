//@ property: unreach
//@ truth: false
//@ expect(k-induction): unknown
// How optind moves is not computed, and that it does not move cannot be proven.
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char a[] = "p", b[] = "-a";
  char *args[] = {a, b, 0};
  int before = optind;
  if (getopt(2, args, "a") == 'a' && optind != before) reach_error();
  return 0;
}
