//@ property: unreach
//@ truth: true
//@ soundness
// Another object of the kind is freed, not the one that is compared.
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
    struct a *other = malloc(sizeof *a);
    free(other);
    struct b *b = malloc(sizeof *b);
    if (!b)
        return 0;
    if ((void *)a == (void *)b)
        reach_error();
    return 0;
}
