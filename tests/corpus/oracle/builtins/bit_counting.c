// popcount, clz, ctz, ffs, parity and clrsb for int, long and long long
#include <stdio.h>

int main(void)
{
    unsigned v[] = {1, 2, 3, 0x80000000u, 0xffffffffu, 0x00f0f000u, 12345678u};
    for (int i = 0; i < 7; i++)
        printf("%d %d %d %d %d\n", __builtin_popcount(v[i]), __builtin_clz(v[i]), __builtin_ctz(v[i]),
               __builtin_ffs(v[i]), __builtin_parity(v[i]));
    unsigned long long w[] = {1, 1ull << 63, 0x123456789abcdefull, ~0ull, 1ull << 32};
    for (int i = 0; i < 5; i++)
        printf("%d %d %d %d %d\n", __builtin_popcountll(w[i]), __builtin_clzll(w[i]), __builtin_ctzll(w[i]),
               __builtin_ffsll(w[i]), __builtin_parityll(w[i]));
    unsigned long l = ~0ul >> 3;
    printf("%d %d %d %d %d\n", __builtin_popcountl(l), __builtin_clzl(l), __builtin_ctzl(l << 2), __builtin_ffsl(l << 5),
           __builtin_parityl(l));
    printf("%d %d %d\n", __builtin_ffs(0), __builtin_popcount(0), __builtin_parity(0));
    printf("%d %d %d\n", __builtin_clrsb(0), __builtin_clrsb(-1), __builtin_clrsb(255));
    printf("%d\n", __builtin_clz((unsigned char)1));
    return 0;
}
