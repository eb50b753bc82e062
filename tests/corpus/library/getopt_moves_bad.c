//@ property: unreach
//@ truth: false
//@ expect(value): unknown
// Whoever is called with options sees optind move: shown by a run with "-a", which Argand does not compute.
#include <unistd.h>
void reach_error(void) {}
int main(int argc, char **argv) {
  int before = optind;
  if (getopt(argc, argv, "a") == 'a' && optind != before) reach_error();
  return 0;
}
