//@ property: unreach
//@ truth: true
//@ expect(value): unknown
#include <unistd.h>
extern void reach_error(void);
int main(int argc, char **argv) {
  int c = getopt(argc, argv, "ab:");
  if (c != -1 && c != 'a' && c != 'b' && c != '?') reach_error();
  return 0;
}
