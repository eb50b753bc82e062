// Bit-fields inside unions: views of the same bits
#include <stdint.h>
#include <stdio.h>

union pixel {
    uint16_t raw;
    struct { uint16_t b : 5, g : 6, r : 5; } rgb;
    struct { uint8_t lo, hi; } bytes;
};

union single { uint32_t all; uint32_t low : 4; int32_t sign : 4; };

union ieee {
    float f;
    struct { uint32_t mantissa : 23, exponent : 8, sign : 1; } part;
};

int main(void)
{
    union pixel p = {.rgb = {.r = 31, .g = 1, .b = 16}};
    printf("%04x %02x %02x\n", p.raw, p.bytes.lo, p.bytes.hi);
    p.raw = 0x1234;
    printf("%d %d %d\n", p.rgb.r, p.rgb.g, p.rgb.b);
    p.rgb.g++;
    printf("%04x\n", p.raw);
    union single s = {0xabcdef98};
    printf("%x %d\n", s.low, s.sign);
    s.sign = 5;
    printf("%x\n", s.all);
    union ieee v = {-6.25f};
    printf("%u %u %x\n", v.part.sign, v.part.exponent, v.part.mantissa);
    v.part.sign = 0;
    v.part.exponent++;
    printf("%.2f\n", v.f);
    return 0;
}
