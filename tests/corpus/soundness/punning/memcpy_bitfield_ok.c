//@ property: unreach
//@ truth: true
//@ soundness
// memcpy copies the byte in which a bit-field starts.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct bits { unsigned a : 4, b : 8, c : 4; };

int main(void) {
    struct bits from = {1, 0, 0}, to = {0, 0, 0};
    from.b = __VERIFIER_nondet_uchar();
    memcpy(&to, &from, 1);
    if (to.b > 15)
        reach_error();
    return 0;
}
