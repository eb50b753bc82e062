// The type of an integer literal is the first in its list that can hold the value
#include <stdio.h>

#define NAME(x)                                                                                                        \
    _Generic((x), int: "int", unsigned: "unsigned", long: "long", unsigned long: "unsigned long",                      \
             long long: "long long", unsigned long long: "unsigned long long")

int main(void)
{
    printf("%s %s\n", NAME(2147483647), NAME(2147483648));
    printf("%s %s\n", NAME(0x7fffffff), NAME(0x80000000));
    printf("%s %s\n", NAME(0xffffffff), NAME(0x100000000));
    printf("%s %s\n", NAME(4294967295), NAME(4294967296));
    printf("%s %s\n", NAME(4294967295u), NAME(4294967296u));
    printf("%s %s\n", NAME(0x7fffffffffffffff), NAME(0x8000000000000000));
    printf("%s %s %s\n", NAME(1l), NAME(1ul), NAME(1ll));
    printf("%s %s\n", NAME(0x80000000l), NAME(2147483648l));
    printf("%s %s\n", NAME(037777777777), NAME(040000000000));
    printf("%s\n", NAME(-2147483648));
    printf("%s %zu\n", NAME('a'), sizeof L'a');
    printf("%d %d\n", -2147483648 < 0, -0x80000000 < 0);
    printf("%zu %zu\n", sizeof 2147483648, sizeof 0x80000000);
    return 0;
}
