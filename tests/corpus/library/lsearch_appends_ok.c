//@ property: unreach
//@ truth: true
//@ expect(k-induction): true
//@ expect(bmc): true
#include <search.h>
extern void reach_error(void);
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  int a[3] = {5, 6}, key = 7;
  size_t n = 2;
  int *at = lsearch(&key, a, &n, sizeof *a, order);
  if (n != 3 || a[2] != 7 || *at != 7) reach_error();
  return 0;
}
