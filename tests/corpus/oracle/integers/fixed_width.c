// stdint.h types: exact widths, constants and arithmetic
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    uint8_t u8 = 250;
    int8_t i8 = 120;
    uint16_t u16 = 65530;
    uint32_t u32 = 4294967290u;
    uint64_t u64 = UINT64_C(18446744073709551610);
    u8 += 10, u16 += 10, u32 += 10, u64 += 10;
    i8 += 10;
    printf("%d %d %d %u %llu\n", u8, i8, u16, u32, (unsigned long long)u64);
    uint32_t hash = 2166136261u;
    for (const char *p = "fixed width"; *p; p++) {
        hash ^= (uint8_t)*p;
        hash *= 16777619u;
    }
    printf("%u\n", hash);
    uint64_t h64 = UINT64_C(0xcbf29ce484222325);
    for (const char *p = "fixed width"; *p; p++)
        h64 = (h64 ^ (uint8_t)*p) * UINT64_C(0x100000001b3);
    printf("%llx\n", (unsigned long long)h64);
    intmax_t m = INTMAX_MAX;
    printf("%jd %zu %zu\n", m, sizeof(uint16_t), sizeof(int64_t));
    return 0;
}
