// Tricks with the bits of a word, checked against what they are supposed to compute.
#include <assert.h>
#include <stdint.h>
#include <stdio.h>

static int is_power_of_two(uint32_t x) {
    return x != 0 && (x & (x - 1)) == 0;
}

// The smallest power of two that is not below x.
static uint32_t round_up(uint32_t x) {
    x--;
    x |= x >> 1;
    x |= x >> 2;
    x |= x >> 4;
    x |= x >> 9; // should be 8
    x |= x >> 16;
    return x + 1;
}

// Whether one of the four bytes of x is zero.
static int has_zero_byte(uint32_t x) {
    return ((x - 0x01010101u) & ~x & 0x80808080u) != 0;
}

int main(void) {
    uint32_t x;
    if (scanf("%u", &x) != 1)
        return 1;
    if (x >= 1 && x <= 0x80000000u) {
        uint32_t up = round_up(x);
        assert(is_power_of_two(up));
        assert(up >= x && up / 2 < x);
    }
    int zero = 0;
    for (int i = 0; i < 4; i++)
        if (((x >> (8 * i)) & 0xff) == 0)
            zero = 1;
    assert(has_zero_byte(x) == zero);
    printf("%u is fine\n", x);
    return 0;
}
