//@ property: overflow
//@ truth: false
//@ unseen: gcc computes the initialiser without overflowing
//@ expect(value): false
//@ expect(k-induction): false
//@ expect(bmc): false
#include <limits.h>
int x = INT_MAX + 1;
int main(void) { return 0; }
