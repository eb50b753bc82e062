//@ property: unreach
//@ truth: false
//@ soundness
// snprintf counts what would have been written.
#include <stdio.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char text[4];
    int count = 0;
    snprintf(text, sizeof text, "%d%n", 100 + __VERIFIER_nondet_uchar() % 100, &count);
    if (count == 3)
        reach_error();
    return 0;
}
