//@ property: unreach
//@ truth: true
//@ soundness
// atoi of digits that an input writes.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char text[4] = "10";
    text[0] = '0' + __VERIFIER_nondet_uchar() % 10;
    if (atoi(text) == 77)
        reach_error();
    return 0;
}
