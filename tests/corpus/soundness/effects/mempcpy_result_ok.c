//@ property: unreach
//@ truth: true
//@ soundness
// mempcpy copies and returns the end.
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char to[4] = {0}, from[4] = {1, 2, 3, 4};
    from[1] = __VERIFIER_nondet_uchar();
    char *end = mempcpy(to, from, 2);
    if (to[2] != 0)
        reach_error();
    return 0;
}
