//@ property: unreach
//@ truth: false
//@ soundness
// memcpy of a part of a member.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = 0x01020304, b = 0;
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n <= 4)
        memcpy(&b, &a, n);
    if (b == 0x0304)
        reach_error();
    return 0;
}
