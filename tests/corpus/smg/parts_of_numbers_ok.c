//@ property: unreach
//@ truth: true
//@ expect(smg-reach): true
// Bytes of a number, a number from bytes, and a record seen through another one; an input among them.
#include <stdlib.h>

struct wide {
    int tag;
    unsigned value;
};
struct narrow {
    int tag;
    unsigned short low, high;
};

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char input = __VERIFIER_nondet_uchar();
    union {
        unsigned whole;
        unsigned char bytes[4];
    } both;
    both.whole = 0x11223344u;
    both.bytes[1] = input;
    if (both.whole < 0x11220044u || both.whole > 0x1122ff44u) reach_error();
    struct wide *wide = malloc(sizeof *wide);
    if (!wide) return 0;
    wide->tag = 0x00070003;
    wide->value = input;
    struct narrow *narrow = (struct narrow *)wide;
    unsigned low = narrow->low, high = narrow->high;
    int first = *(short *)narrow, second = ((short *)narrow)[1];
    free(wide);
    if (low != input || high != 0 || first != 3 || second != 7) reach_error();
    return 0;
}
