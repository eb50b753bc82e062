//@ property: unreach
//@ truth: false
//@ soundness
// The same behind bit-fields.
#include <string.h>
extern void reach_error(void);

struct bits { unsigned a : 3; unsigned b : 7; };

void dirty(void) {
    char b[200];
    memset(b, 85, sizeof b);
    if (b[7] != 85)
        reach_error();
}

unsigned above(int v) {
    struct bits s = {v, v};
    unsigned n;
    memcpy(&n, &s, sizeof n);
    return n >> 10;
}

int main(void) {
    dirty();
    if (above(1))
        reach_error();
    return 0;
}
