//@ property: unreach
//@ truth: false
//@ soundness
// A number that was the address of an old object is that of a new one.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned long number;

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    number = (unsigned long)p;
    free(p);
    int *q = malloc(sizeof *q);
    if (!q)
        return 0;
    *q = 0;
    if ((unsigned long)q == number)
        *(int *)number = 5;
    if (*q == 5)
        reach_error();
    return 0;
}
