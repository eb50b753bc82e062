//@ property: bounds
//@ truth: false
//@ inputs: 4
//@ expect(bmc): false
// The index leaves the member and stays in the record.
extern unsigned char __VERIFIER_nondet_uchar(void);

struct packet {
    unsigned char head[4];
    unsigned char body[12];
};

int main(void) {
    struct packet packet = {{0}, {0}};
    unsigned char at = __VERIFIER_nondet_uchar();
    if (at > 4)
        return 0;
    packet.head[at] = 1; //@ error: no-bad-index
    return packet.body[0];
}
