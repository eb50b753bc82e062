// Widening sign-extends signed and zero-extends unsigned sources, whatever the target's sign
#include <stdio.h>

int main(void)
{
    signed char sc = -3;
    unsigned char uc = 253;
    short s = -300;
    unsigned short us = 65236;
    int i = -70000;
    unsigned u = 4294897296u;

    printf("%d %u\n", (int)sc, (unsigned)sc);
    printf("%d %u\n", (int)uc, (unsigned)uc);
    printf("%lld %llu\n", (long long)s, (unsigned long long)s);
    printf("%lld %llu\n", (long long)us, (unsigned long long)us);
    printf("%lld %llu\n", (long long)i, (unsigned long long)i);
    printf("%lld %llu\n", (long long)u, (unsigned long long)u);
    printf("%hu %hd\n", (unsigned short)sc, (short)uc);
    printf("%lld\n", (long long)(unsigned)(signed char)0x80);
    printf("%lld\n", (long long)(int)(unsigned short)0x8000);
    printf("%lld\n", (long long)(short)(unsigned short)0x8000);
    return 0;
}
