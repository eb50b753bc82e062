//@ property: overflow
//@ truth: false
//@ expect(value): unknown
#include <limits.h>
int x = INT_MAX + 1;
int main(void) { return 0; }
