//@ property: unreach
//@ truth: false
//@ soundness
// Bytes of one member type arrive in a member of another type.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct from { short s[4]; };
struct to { long l; };

int main(void) {
    struct from f = { {1, 0, 0, 0} };
    struct to t = {0};
    f.s[1] = __VERIFIER_nondet_uchar();
    memcpy(&t, &f, sizeof t);
    if (t.l == 0x20001)
        reach_error();
    return 0;
}
