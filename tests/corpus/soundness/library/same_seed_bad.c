//@ property: unreach
//@ truth: false
//@ soundness
// rand after the same seed gives the same numbers.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    srand(__VERIFIER_nondet_uchar());
    int a = rand();
    srand(1);
    int b = rand();
    srand(1);
    int c = rand();
    if (a == b)
        reach_error();
    return 0;
}
