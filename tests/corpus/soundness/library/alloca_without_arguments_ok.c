//@ property: unreach
//@ truth: true
//@ soundness
// alloca is declared without parameters.
#include <stddef.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

void *alloca();

int main(void) {
    char *p = alloca((size_t)8);
    p[0] = __VERIFIER_nondet_uchar();
    if (p[0] == 1 && p == 0)
        reach_error();
    return 0;
}
