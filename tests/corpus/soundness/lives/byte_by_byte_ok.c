//@ property: unreach
//@ truth: true
//@ soundness
// The bytes of pointers to two objects that are there differ somewhere.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char *p = malloc(8);
    if (!p)
        return 0;
    unsigned char *bytes = (unsigned char *)&p;
    unsigned char old[sizeof p];
    for (unsigned i = 0; i < sizeof p; i++)
        old[i] = bytes[i];
    
    p = malloc(8);
    if (!p)
        return 0;
    int equal = 1;
    for (unsigned i = 0; i < sizeof p; i++)
        if (old[i] != bytes[i])
            equal = 0;
    if (equal)
        reach_error();
    return 0;
}
