//@ property: termination
//@ truth: false
//@ soundness
// What runs at the end of the program does not end.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int g;
void fin(void) {
    while (g == 7) ;
}

int main(void) {
    atexit(fin);
    g = __VERIFIER_nondet_uchar();
    return 0;
}
