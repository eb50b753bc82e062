//@ property: memsafety
//@ truth: false
//@ soundness
// A length that is read from a packet.
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char packet[8] = {0};
    packet[2] = __VERIFIER_nondet_uchar();
    unsigned short n;
    memcpy(&n, packet + 2, 2);
    char target[16];
    if (n <= 17)
        memset(target, 1, n);
    return 0;
}
