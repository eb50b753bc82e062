//@ property: unreach
//@ truth: true
//@ soundness
// A number that is the address of one object is not that of another.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned long number;

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    number = (unsigned long)p;
    *p = 5;
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
