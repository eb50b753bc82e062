//@ property: unreach
//@ truth: true
//@ soundness
// The numbers of two objects that are there differ.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

union both {
    long *pointer;
    unsigned long number;
};

int main(void) {
    union both a, b;
    a.pointer = malloc(sizeof(long));
    if (!a.pointer)
        return 0;
    *a.pointer = 3;
    b.pointer = malloc(sizeof(long));
    if (!b.pointer)
        return 0;
    if (a.number == b.number)
        reach_error();
    return 0;
}
