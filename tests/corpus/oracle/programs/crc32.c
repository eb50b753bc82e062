// CRC-32 bitwise and with a table, and CRC-16
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[256];

static void build(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[i] = c;
    }
}

static uint32_t by_table(const void *data, size_t n)
{
    const uint8_t *p = data;
    uint32_t c = ~0u;
    while (n--)
        c = table[(c ^ *p++) & 0xff] ^ c >> 8;
    return ~c;
}

static uint32_t by_bits(const char *s)
{
    uint32_t c = 0xffffffff;
    for (; *s; s++) {
        c ^= (uint8_t)*s;
        for (int k = 8; k--;)
            c = (c >> 1) ^ (0xedb88320 & -(c & 1));
    }
    return c ^ 0xffffffff;
}

static uint16_t crc16(const char *s)
{
    uint16_t c = 0xffff;
    while (*s) {
        c ^= (uint16_t)((uint8_t)*s++ << 8);
        for (int k = 0; k < 8; k++)
            c = c & 0x8000 ? c << 1 ^ 0x1021 : c << 1;
    }
    return c;
}

int main(void)
{
    build();
    const char *texts[] = {"", "a", "123456789", "The quick brown fox jumps over the lazy dog"};
    for (int i = 0; i < 4; i++)
        printf("%08x %08x %04x\n", by_table(texts[i], strlen(texts[i])), by_bits(texts[i]), crc16(texts[i]));
    return 0;
}
