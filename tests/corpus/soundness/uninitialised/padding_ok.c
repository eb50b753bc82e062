//@ property: unreach
//@ truth: true
//@ soundness
// Where members are left out everything is cleared, and the members are what they are.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct record { char c; int i; char d; };
struct bits { unsigned a : 3; unsigned b : 7; };
struct both { struct record s[2]; struct bits b; };

static int sum(struct record s) { return s.c + s.i + s.d; }

int main(void) {
    int v = __VERIFIER_nondet_uchar() & 3;
    struct record cleared = {0}, s = {v, 2, 3}, t = s;
    struct both q = {{{1, 2, 3}, {4, 5, v}}, {v, 5}};
    unsigned char bytes[sizeof cleared];
    memcpy(bytes, &cleared, sizeof cleared);
    if (bytes[1] | bytes[9])
        reach_error();
    if (sum(s) != v + 5 || sum(t) != v + 5 || sum(q.s[1]) != v + 9)
        reach_error();
    if (q.b.a != v || q.b.b != 5)
        reach_error();
    return 0;
}
