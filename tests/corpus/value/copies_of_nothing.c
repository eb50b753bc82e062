//@ property: unreach
//@ truth: false
//@ expect(value): false
//@ expect(value-nocegar): false
//@ expect(value-interval): false
//@ expect(interval): false
// Copying no bytes, or a record without members, leaves the target alone.
#include <string.h>
extern void reach_error(void);
struct Empty {};
struct Around {
    int x;
    struct Empty e;
    int y;
};

int main(void) {
    int a[2] = {1, 2}, b[2] = {3, 4};
    memcpy(a, b, 0);
    memmove(a + 1, b, 0);
    memset(a, 7, 0);
    struct Around s = {1, {}, 2};
    struct Empty e;
    s.e = e;
    if (a[0] == 1 && a[1] == 2 && s.x == 1 && s.y == 2) {
        reach_error();
    }
    return 0;
}
