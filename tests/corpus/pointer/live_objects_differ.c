//@ property: unreach
//@ truth: true
//@ expect(value): true
//@ expect(value-nocegar): true
//@ expect(value-interval): true
//@ expect(interval): true
//@ expect(pointer): true
// Objects that live at the same time have different addresses.
#include <stdlib.h>
extern void reach_error(void);
int a, b;

int main(void) {
    int *p = malloc(4), *q = malloc(4);
    if (!p || !q) {
        return 0;
    }
    if (p == q || &a == &b || p == &a) {
        reach_error();
    }
    return 0;
}
