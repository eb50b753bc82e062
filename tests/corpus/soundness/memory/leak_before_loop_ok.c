//@ property: memsafety
//@ truth: true
//@ soundness
// The last pointer to a block is overwritten, and then the program runs for ever.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char *p = malloc(4);
    if (__VERIFIER_nondet_uchar() & 1) {
        free(p);
        for (;;) {
        }
    }
    free(p);
    return 0;
}
