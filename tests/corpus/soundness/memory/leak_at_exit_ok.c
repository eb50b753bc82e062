//@ property: memsafety
//@ truth: true
//@ soundness
// The last pointer to a block is overwritten, and then the program exits.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char *p = malloc(4);
    if (__VERIFIER_nondet_uchar() > 3)
        free(p);
    else
        free(p);
    p = 0;
    exit(0);
    return 0;
}
