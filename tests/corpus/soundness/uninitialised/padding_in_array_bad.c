//@ property: unreach
//@ truth: false
//@ soundness
// The same in an array of records, and in a compound literal.
#include <string.h>
extern void reach_error(void);

struct record { char c; int i; };

void dirty(void) {
    char b[200];
    memset(b, 85, sizeof b);
    if (b[7] != 85)
        reach_error();
}

int between(int v) {
    struct record s[2] = {{v, v}, {v, v}}, t;
    t = (struct record){v, v};
    unsigned char b[24];
    memcpy(b, s, 16);
    memcpy(b + 16, &t, 8);
    return b[1] | b[9] | b[17];
}

int main(void) {
    dirty();
    if (between(1))
        reach_error();
    return 0;
}
