//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// The length field of a packet is believed as it came.
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define PACKET 16
#define HEADER 2

static int checksum(const unsigned char *packet, unsigned size) {
    unsigned length = packet[1];
    unsigned sum = 0;
    for (unsigned i = 0; i < length; i++) sum += packet[HEADER + i]; //@ error: valid-deref
    return (int)(sum & 0xff);
}

int main(void) {
    unsigned char packet[PACKET];
    memset(packet, 0, sizeof packet);
    packet[0] = 0x45;
    packet[1] = __VERIFIER_nondet_uchar();
    return checksum(packet, PACKET) < 0;
}
