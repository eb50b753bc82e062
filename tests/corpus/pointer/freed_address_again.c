//@ property: unreach
//@ truth: false
//@ expect(value): unknown
//@ expect(value-nocegar): unknown
//@ expect(value-interval): unknown
//@ expect(interval): unknown
//@ expect(pointer): unknown
// What was freed can be given out again.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    int *p = malloc(4);
    if (!p) {
        return 0;
    }
    free(p);
    int *q = malloc(4);
    if (p == q) {
        reach_error();
    }
    return 0;
}
