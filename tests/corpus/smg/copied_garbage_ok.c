//@ property: unreach
//@ truth: true
//@ expect(smg-reach): unknown
// A copy of memory that was never written is that memory, whatever its length.
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char bytes[4], copy[4];
    unsigned char count = __VERIFIER_nondet_uchar();
    if (count == 0 || count > 4) return 0;
    memcpy(copy, bytes, count);
    if (copy[0] != bytes[0]) reach_error();
    return 0;
}
