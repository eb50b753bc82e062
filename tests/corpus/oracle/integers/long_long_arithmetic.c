// 64-bit arithmetic, also where registers have 32 bits
#include <stdio.h>

static unsigned long long power(unsigned long long base, unsigned n, unsigned long long modulus)
{
    unsigned long long r = 1;
    for (; n; n >>= 1) {
        if (n & 1)
            r = r * base % modulus;
        base = base * base % modulus;
    }
    return r;
}

int main(void)
{
    long long a = 0x7fffffffll, b = -0x100000001ll;
    printf("%lld %lld %lld\n", a * 3 + b, b - a, a * -b / 1000);
    printf("%lld %lld\n", b / a, b % a);
    printf("%lld %lld\n", (a << 20) >> 3, b >> 33);
    unsigned long long u = 0xfedcba9876543210ull;
    printf("%llx %llx\n", u << 4, u >> 60);
    printf("%llu %llu\n", u / 10, u % 10);
    printf("%llu\n", power(1234567, 1000000, 4294967291u));
    printf("%d %d %d\n", a > b, u > 0x7fffffffffffffffull, (long long)u < 0);
    int count = 0;
    for (unsigned long long v = u; v; v &= v - 1)
        count++;
    printf("%d\n", count);
    long l = -5;
    printf("%ld %ld %lld\n", l / 2, l % 2, (long long)l * 4000000000ll);
    long long carry = 0xffffffffll;
    carry++;
    carry--;
    printf("%lld\n", carry);
    return 0;
}
