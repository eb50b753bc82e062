//@ property: unreach
//@ truth: false
//@ expect(value): false
//@ expect(value-nocegar): false
//@ expect(value-interval): false
//@ expect(interval): false
//@ expect(pointer): false
// %ln into a pointer changes where it points.
#include <stdio.h>
extern void reach_error(void);
int a;

int main(void) {
    int *p = &a;
    printf("abc%ln\n", (long *)&p);
    if (p != &a) {
        reach_error();
    }
    return 0;
}
