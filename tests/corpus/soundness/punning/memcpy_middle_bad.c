//@ property: unreach
//@ truth: false
//@ soundness
// memcpy from the middle of one number into the middle of another.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned a = 0, b = 0;
    ((unsigned char *)&a)[1] = __VERIFIER_nondet_uchar();
    memcpy((char *)&b + 2, (char *)&a + 1, 1);
    if (b == 0x00330000)
        reach_error();
    return 0;
}
