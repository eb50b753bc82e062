//@ property: unreach
//@ truth: true
//@ soundness
// The old names of memset and memmove.
#include <strings.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a = __VERIFIER_nondet_uchar(), b = -1;
    bcopy(&a, &b, sizeof a);
    bzero(&a, sizeof a);
    if (a == 0 && b == -1)
        reach_error();
    return 0;
}
