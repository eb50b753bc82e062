// Bit-fields wider than int
#include <stdio.h>

struct big { unsigned long long lo : 36; long long hi : 28; };
struct full { long long all : 64; unsigned long long one : 1, rest : 63; };
struct signed33 { long long v : 33; };

int main(void)
{
    struct big b = {0xfffffffffull, -1};
    printf("%llu %lld %zu\n", (unsigned long long)b.lo, (long long)b.hi, sizeof b);
    b.lo++;
    b.hi--;
    printf("%llu %lld\n", (unsigned long long)b.lo, (long long)b.hi);
    b.lo = 1ull << 35;
    b.hi = 1ll << 27;
    printf("%llu %lld\n", (unsigned long long)b.lo, (long long)b.hi);
    b.lo >>= 3;
    b.hi ^= 5;
    printf("%llu %lld\n", (unsigned long long)b.lo, (long long)b.hi);
    struct full f = {-5, 1, ~0ull};
    f.all *= 3;
    f.rest -= 10;
    printf("%lld %d %llu\n", (long long)f.all, (int)f.one, (unsigned long long)f.rest);
    struct signed33 s = {0x100000000ll};
    printf("%lld\n", (long long)s.v);
    s.v = 0xffffffffu;
    printf("%lld\n", (long long)s.v);
    return 0;
}
