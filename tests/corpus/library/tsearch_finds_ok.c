//@ property: unreach
//@ truth: true
//@ expect(value): true
//@ expect(k-induction): true
//@ expect(bmc): true
#include <search.h>
extern void reach_error(void);
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  static int one = 1, two = 2;
  void *root = 0;
  if (!tsearch(&one, &root, order)) return 0;
  if (!tfind(&one, &root, order) || tfind(&two, &root, order)) reach_error();
  return 0;
}
