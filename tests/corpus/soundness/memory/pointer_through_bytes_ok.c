//@ property: memsafety
//@ truth: true
//@ soundness
// A pointer is copied byte by byte and then freed once or twice.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char *p = malloc(4), *q;
    for (unsigned i = 0; i < sizeof p; i++)
        ((char *)&q)[i] = ((char *)&p)[i];
    free(q);
    if (__VERIFIER_nondet_uchar() == 3)
        p = 0;
    return 0;
}
