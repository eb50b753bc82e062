// Compound assignment uses the usual arithmetic conversions of both sides
#include <stdio.h>

int main(void)
{
    int i = -10;
    unsigned u = 3;
    i /= u;
    printf("%d\n", i);
    i = -10;
    i %= u;
    printf("%d\n", i);
    i = -10;
    i >>= u;
    printf("%d\n", i);
    u = 10;
    u += -20;
    printf("%u\n", u);
    u = 10;
    u *= -1ll;
    printf("%u\n", u);
    long long ll = -7;
    ll += 4294967295u;
    printf("%lld\n", ll);
    ll -= (signed char)-1;
    printf("%lld\n", ll);
    unsigned long ul = 5;
    ul -= 6;
    ul >>= sizeof(long) * 8 - 4;
    printf("%lu\n", ul);
    short s = -5;
    s = s / 2u;
    printf("%d\n", s);
    s = -5;
    s &= 0xfffe;
    printf("%d\n", s);
    return 0;
}
