//@ property: unreach
//@ truth: true
//@ soundness
// Packed records in a buffer at a distance of three.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct __attribute__((packed)) record { unsigned char tag; unsigned short value; };

int main(void) {
    unsigned char buffer[6] = {0};
    struct record *r = (struct record *)buffer;
    r[1].value = __VERIFIER_nondet_uchar() * 257;
    if (buffer[3] == 8)
        reach_error();
    return 0;
}
