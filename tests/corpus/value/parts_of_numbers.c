//@ property: unreach
//@ truth: true
//@ expect(value): true
//@ expect(value-nocegar): true
//@ expect(value-interval): true
// Bytes of numbers, numbers of bytes, members of unions and the bits of a float.
#include <string.h>
extern void reach_error(void);
union Both {
    int number;
    unsigned char bytes[4];
    short halves[2];
};

int main(void) {
    char buf[16];
    *(int *)buf = 0x01020304;
    _Alignas(4) unsigned char four[4] = {1, 2, 3, 4};
    union Both u;
    u.number = 0x01020304;
    u.bytes[0] = 9;
    float f = 1.0f;
    unsigned bits;
    memcpy(&bits, &f, 4);
    if (buf[0] != 4 || buf[3] != 1 || *(int *)four != 0x04030201 || u.halves[0] != 0x0309 || u.halves[1] != 0x0102
        || bits != 0x3f800000u) {
        reach_error();
    }
    return 0;
}
