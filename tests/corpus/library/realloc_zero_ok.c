//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// Either result is allowed: with a null pointer the memory is freed.
#include <stdlib.h>
int main(void) {
  void *p = malloc(4);
  if (!p) return 0;
  void *q = realloc(p, 0);
  free(q);
  return 0;
}
