// Packed structs let bit-fields straddle their unit
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) dense { unsigned a : 20, b : 20, c : 24; };
struct __attribute__((packed)) odd { char c; unsigned a : 9; unsigned b : 9; short s; };
struct __attribute__((packed)) wide { unsigned char p : 3; unsigned long long q : 45; signed r : 7; };

int main(void)
{
    struct dense d;
    memset(&d, 0, sizeof d);
    d.a = 0xabcde;
    d.b = 0x12345;
    d.c = 0xfedcba;
    printf("%zu %x %x %x\n", sizeof d, d.a, d.b, d.c);
    unsigned char raw[sizeof d];
    memcpy(raw, &d, sizeof d);
    for (size_t i = 0; i < sizeof d; i++)
        printf("%02x ", raw[i]);
    printf("\n");
    struct odd o = {'o', 500, 300, -7};
    printf("%zu %c %u %u %d\n", sizeof o, o.c, o.a, o.b, o.s);
    o.a += 20;
    printf("%u %u %d\n", o.a, o.b, o.s);
    struct wide w = {5, 0x1fffffffffffull, -64};
    w.q -= 2;
    w.r--;
    printf("%zu %d %llx %d\n", sizeof w, w.p, (unsigned long long)w.q, w.r);
    return 0;
}
