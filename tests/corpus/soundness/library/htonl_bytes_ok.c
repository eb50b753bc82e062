//@ property: unreach
//@ truth: true
//@ soundness
// htonl turns the bytes around.
#include <arpa/inet.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    if (htonl(__VERIFIER_nondet_uchar()) == 5)
        reach_error();
    return 0;
}
