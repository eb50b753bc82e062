//@ property: unreach
//@ truth: false
//@ soundness
// Pointers are looked at as numbers by a union.
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
    free(a.pointer);
    b.pointer = malloc(sizeof(long));
    if (!b.pointer)
        return 0;
    if (a.number == b.number)
        reach_error();
    return 0;
}
