//@ property: unreach
//@ truth: true
//@ soundness
// realloc to nothing frees and returns null with glibc.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char *p = malloc(4);
    char *q = realloc(p, __VERIFIER_nondet_uchar() & 1 ? 8 : 4);
    if (!q)
        reach_error();
    return 0;
}
