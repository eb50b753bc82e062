// __int128: addition, subtraction, multiplication, division and remainder
#include <stdio.h>

#ifdef __SIZEOF_INT128__
static void show(const char *name, unsigned __int128 v)
{
    printf("%s %016llx%016llx\n", name, (unsigned long long)(v >> 64), (unsigned long long)v);
}

int main(void)
{
    __int128 a = 0x123456789abcdef0ll;
    __int128 b = -987654321987654321ll;
    show("sum", a + b);
    show("difference", a - b);
    show("product", a * b);
    show("square", a * a);
    show("quotient", (a * a) / 12345);
    show("remainder", (a * a) % 1000000007);
    show("negative quotient", (b * a) / 1000);
    show("negative remainder", (b * a) % 1000);
    unsigned __int128 u = -1;
    show("wrapped", u * u + 5);
    show("third", u / 3);
    printf("%zu %zu\n", sizeof a, _Alignof(__int128));
    return 0;
}
#else
int main(void)
{
    puts("no 128-bit integers");
    return 0;
}
#endif
