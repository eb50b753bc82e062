//@ property: unreach
//@ truth: false
//@ soundness
// memcpy between members at different offsets.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct five { int v[5]; int last; };

int main(void) {
    struct five s = { {1, 2, 3, 4, __VERIFIER_nondet_uchar()}, 0};
    memcpy(&s.last, &s.v[4], sizeof(int));
    if (s.last == 4)
        reach_error();
    return 0;
}
