//@ property: unreach
//@ truth: false
//@ soundness
// Which of two objects is freed decides whether its address is used again.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct a {
    long x;
};
struct b {
    long y;
};

int main(void) {
    struct a *a = malloc(sizeof *a);
    if (!a)
        return 0;
    free(a);
    struct b *b = malloc(sizeof *b);
    if (!b)
        return 0;
    if ((void *)a == (void *)b)
        reach_error();
    return 0;
}
