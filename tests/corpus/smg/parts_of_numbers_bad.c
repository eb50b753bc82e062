//@ property: unreach
//@ truth: false
//@ expect(smg-reach): false
// Bytes of a number, a number from bytes, and a record seen through another one.
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
    char buffer[16];
    *(int *)buffer = 1;
    if (buffer[0] != 1) return 0;
    union {
        unsigned whole;
        unsigned char bytes[4];
    } both;
    both.whole = 0x11223344u;
    both.bytes[1] = __VERIFIER_nondet_uchar();
    if (both.whole != 0x1122aa44u) return 0;
    struct wide *wide = malloc(sizeof *wide);
    if (!wide) return 0;
    wide->tag = 3;
    wide->value = both.whole;
    struct narrow *narrow = (struct narrow *)wide;
    int found = narrow->tag == 3 && narrow->high == 0x1122 && narrow->low == 0xaa44;
    free(wide);
    if (found) reach_error();
    return 0;
}
