// __builtin_bswap16, 32 and 64
#include <stdint.h>
#include <stdio.h>

static uint32_t by_hand(uint32_t v)
{
    return v << 24 | (v & 0xff00) << 8 | (v >> 8 & 0xff00) | v >> 24;
}

int main(void)
{
    printf("%x %x\n", __builtin_bswap16(0x1234), __builtin_bswap16(0xff00));
    printf("%x %x\n", __builtin_bswap32(0x12345678), __builtin_bswap32(0x80));
    printf("%llx\n", (unsigned long long)__builtin_bswap64(0x0123456789abcdefull));
    uint32_t v = 0xdeadbeef;
    printf("%d %d\n", __builtin_bswap32(v) == by_hand(v), __builtin_bswap32(__builtin_bswap32(v)) == v);
    short s = -2;
    printf("%d\n", __builtin_bswap16(s));
    printf("%u\n", __builtin_bswap32(1));
    uint64_t w = 1;
    w = __builtin_bswap64(w) >> 56;
    printf("%d\n", (int)w);
    return 0;
}
