//@ property: unreach
//@ truth: false
//@ expect(value): false
//@ expect(bmc): false
#define _GNU_SOURCE
#include <stdlib.h>
extern void reach_error(void);
static int calls;
static int order(const void *a, const void *b, void *n) {
  ++*(int *)n;
  return *(const int *)a - *(const int *)b;
}
int main(void) {
  int a[2] = {2, 1};
  qsort_r(a, 2, sizeof *a, order, &calls);
  if (calls > 0 && a[0] == 1) reach_error();
  return 0;
}
