//@ property: unreach
//@ truth: true
//@ soundness
// printf writes the number of characters so far through %n.
#include <stdio.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int count = 0;
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c < 10)
        printf("abc%n%d", &count, c);
    if (count == 4)
        reach_error();
    return 0;
}
