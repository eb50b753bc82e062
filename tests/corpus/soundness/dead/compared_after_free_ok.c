//@ property: unreach
//@ truth: true
//@ soundness
// Comparing with the address of a freed block can go either way.
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    void *keep[4];
    uintptr_t old = 0;
    int same = 0;
    for (int i = 0; i < 4; i++) {
        void *p = malloc(24);
        same += old == (uintptr_t)p;
        old = (uintptr_t)p;
        keep[i] = p;
    }
    if (same == 3)
        reach_error();
    return 0;
}
