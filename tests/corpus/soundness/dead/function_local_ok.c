//@ property: unreach
//@ truth: true
//@ soundness
// Two calls of a function use the same place for their objects.
#include <stdint.h>
extern void reach_error(void);

static uintptr_t place(void) {
    volatile int x = 1;
    return (uintptr_t)&x;
}

int main(void) {
    uintptr_t a = place(), b = place();
    if (a == 0 || b == 0)
        reach_error();
    return 0;
}
