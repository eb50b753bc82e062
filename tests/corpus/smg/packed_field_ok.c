//@ property: unreach
//@ truth: true
//@ expect(smg-reach): true
// The numbers of packed records are read at distances that are no multiple of their size.
#include <string.h>

struct __attribute__((packed)) record {
    unsigned char kind;
    unsigned value;
};

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char bytes[16];
    for (int i = 0; i < 4; i++) {
        unsigned word = i == 1 ? 0x01020304u : 0;
        memcpy(bytes + 4 * i, &word, sizeof word);
    }
    unsigned char at = __VERIFIER_nondet_uchar() % 3;
    struct record *record = (struct record *)(bytes + 2 * at);
    if (record->value < 0x00010203u || record->value > 0x04000000u) reach_error();
    return 0;
}
