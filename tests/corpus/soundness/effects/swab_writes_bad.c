//@ property: unreach
//@ truth: false
//@ soundness
// swab exchanges neighbouring bytes.
#define _GNU_SOURCE
#include <unistd.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char from[2] = {1, 2}, to[2] = {0, 0};
    from[1] = __VERIFIER_nondet_uchar();
    swab(from, to, 2);
    if (to[0] == 9)
        reach_error();
    return 0;
}
