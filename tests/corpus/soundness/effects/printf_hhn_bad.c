//@ property: unreach
//@ truth: false
//@ soundness
// %hhn writes one byte only.
#include <stdio.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int count = 0x7777;
    if (__VERIFIER_nondet_uchar() > 4)
        printf("abc%hhn", (signed char *)&count);
    if (count == 0x7703)
        reach_error();
    return 0;
}
