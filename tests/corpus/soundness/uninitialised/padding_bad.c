//@ property: unreach
//@ truth: false
//@ soundness
// Between members that are all initialised lies what was there before.
#include <string.h>
extern void reach_error(void);

struct record { char c; int i; char d; };

void dirty(void) {
    char b[200];
    memset(b, 85, sizeof b);
    if (b[7] != 85)
        reach_error();
}

int differ(int v) {
    struct record s = {v, v, v}, t;
    memset(&t, 0, sizeof t);
    t.c = v;
    t.i = v;
    t.d = v;
    return memcmp(&s, &t, sizeof s);
}

int main(void) {
    dirty();
    if (differ(1))
        reach_error();
    return 0;
}
