// __int128: shifts across the halves, bitwise operators and comparisons
#include <stdio.h>

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 u128;
typedef __int128 i128;

static void show(u128 v)
{
    printf("%016llx_%016llx\n", (unsigned long long)(v >> 64), (unsigned long long)v);
}

int main(void)
{
    u128 one = 1;
    for (int i = 0; i < 128; i += 21)
        show(one << i);
    i128 negative = -1;
    negative *= 0x123456789ll;
    show(negative >> 4);
    show(negative >> 100);
    show((u128)negative >> 100);
    u128 mask = (one << 100) - 1;
    show(mask & ~(one << 70));
    show(mask ^ (u128)negative);
    printf("%d %d %d\n", negative < 0, (u128)negative > mask, (i128)mask > negative);
    u128 v = 0xff;
    v <<= 60;
    v |= 1;
    show(v);
    v >>= 59;
    show(v);
    return 0;
}
#else
int main(void)
{
    puts("no 128-bit integers");
    return 0;
}
#endif
