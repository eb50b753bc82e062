// __builtin_add_overflow, sub and mul: wrapped result and overflow flag for mixed types
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int i;
    printf("%d ", __builtin_add_overflow(1, 2, &i));
    printf("%d\n", i);
    printf("%d ", __builtin_add_overflow(INT_MAX, 1, &i));
    printf("%d\n", i);
    printf("%d ", __builtin_sub_overflow(INT_MIN, 1, &i));
    printf("%d\n", i);
    printf("%d ", __builtin_mul_overflow(1 << 20, 1 << 12, &i));
    printf("%d\n", i);
    unsigned u;
    printf("%d ", __builtin_sub_overflow(3u, 5u, &u));
    printf("%u\n", u);
    printf("%d ", __builtin_add_overflow(-1, 2u, &u));
    printf("%u\n", u);
    signed char c;
    printf("%d ", __builtin_add_overflow(100, 27, &c));
    printf("%d\n", c);
    printf("%d ", __builtin_add_overflow(100, 28, &c));
    printf("%d\n", c);
    unsigned char uc;
    printf("%d ", __builtin_mul_overflow(-1, 1, &uc));
    printf("%d\n", uc);
    long long ll;
    printf("%d ", __builtin_mul_overflow(3000000000u, 4, &ll));
    printf("%lld\n", ll);
    printf("%d ", __builtin_mul_overflow(LLONG_MAX, 2, &ll));
    printf("%lld\n", ll);
    unsigned long long ull;
    printf("%d ", __builtin_sub_overflow(0, 1, &ull));
    printf("%llu\n", ull);
    printf("%d ", __builtin_smul_overflow(46341, 46341, &i));
    printf("%d\n", i);
    printf("%d ", __builtin_uaddll_overflow(~0ull, 1, &ull));
    printf("%llu\n", ull);
    return 0;
}
