// Bit-fields narrower than int promote to int, whatever their sign
#include <stdio.h>

struct s { unsigned u31 : 31, u32 : 32; unsigned u5 : 5; int i5 : 5; };
struct t { unsigned long long w40 : 40; unsigned long long w20 : 20; };

int main(void)
{
    struct s s = {1, 1, 1, -1};
    printf("%d %d\n", s.u31 - 2 < 0, s.u32 - 2 < 0);
    printf("%d %d\n", s.u5 - 2 < 0, -s.u5 < 0);
    printf("%d\n", ~s.u5);
    printf("%d %d\n", s.i5 < s.u5, s.i5 < s.u32);
    printf("%d\n", s.u5 << 7);
    printf("%zu %zu\n", sizeof(s.u5 + 0), sizeof(s.u31 + 0ll));
    s.u31 = -1;
    s.u31++;
    printf("%d\n", s.u31 == 0);
    struct t t = {1ull << 39, 1 << 19};
    t.w40 += t.w40;
    t.w20 *= 2;
    printf("%llu %llu\n", (unsigned long long)t.w40, (unsigned long long)t.w20);
    t.w40 = 3;
    printf("%d\n", (t.w20 + 1) * 2 == 2);
    return 0;
}
