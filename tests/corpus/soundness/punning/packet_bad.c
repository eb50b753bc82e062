//@ property: unreach
//@ truth: false
//@ soundness
// A header is read from a packet that came in as bytes.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct header { unsigned char kind; unsigned char pad; unsigned short length; };

int main(void) {
    unsigned char packet[8] = {1, 0, 0, 0, 0, 0, 0, 0};
    packet[2] = __VERIFIER_nondet_uchar();
    struct header *h = (struct header *)packet;
    if (h->kind == 1 && h->length > 250)
        reach_error();
    return 0;
}
