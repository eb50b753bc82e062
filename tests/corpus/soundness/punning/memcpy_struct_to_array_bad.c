//@ property: unreach
//@ truth: false
//@ soundness
// A struct is copied into an array of characters at an offset.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct pair { int a, b; };

int main(void) {
    struct pair p = {1, __VERIFIER_nondet_uchar()};
    char buffer[16] = {0};
    memcpy(buffer + 4, &p, sizeof p);
    int seen;
    memcpy(&seen, buffer + 8, sizeof seen);
    if (seen == 5)
        reach_error();
    return 0;
}
