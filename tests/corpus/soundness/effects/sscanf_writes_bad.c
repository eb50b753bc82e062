//@ property: unreach
//@ truth: false
//@ soundness
// sscanf writes through its arguments.
#include <stdio.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int n = 7;
    char text[4] = "1";
    text[0] = '0' + __VERIFIER_nondet_uchar() % 10;
    sscanf(text, "%d", &n);
    if (n == 5)
        reach_error();
    return 0;
}
