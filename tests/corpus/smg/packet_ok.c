//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// The length field of a packet is checked against the packet.
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define PACKET 16
#define HEADER 2

static int checksum(const unsigned char *packet, unsigned size) {
    unsigned length = packet[1];
    unsigned sum = 0;
    if (length > size - HEADER) return -1;
    for (unsigned i = 0; i < length; i++) sum += packet[HEADER + i];
    return (int)(sum & 0xff);
}

int main(void) {
    unsigned char packet[PACKET];
    memset(packet, 0, sizeof packet);
    packet[0] = 0x45;
    packet[1] = __VERIFIER_nondet_uchar();
    return checksum(packet, PACKET) < 0;
}
