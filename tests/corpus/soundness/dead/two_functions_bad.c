//@ property: unreach
//@ truth: false
//@ soundness
// Objects of two functions that run one after the other.
#include <stdint.h>
extern void reach_error(void);

static uintptr_t one(void) {
    volatile int x = 1;
    return (uintptr_t)&x;
}
static uintptr_t two(void) {
    volatile int y = 2;
    return (uintptr_t)&y;
}

int main(void) {
    int living = 0;
    uintptr_t a = one(), b = two();
    if (a == b)
        reach_error();
    return 0;
}
