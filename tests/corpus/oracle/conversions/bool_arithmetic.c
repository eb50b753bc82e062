// _Bool promotes to int in arithmetic and saturates to 0 or 1 when it is assigned
#include <stdbool.h>
#include <stdio.h>

int main(void)
{
    bool b = true;
    printf("%d %d %d\n", b + b, -b, ~b);
    b += 5;
    printf("%d\n", b);
    b -= 1;
    printf("%d\n", b);
    b--;
    printf("%d\n", b);
    b--;
    printf("%d\n", b);
    b++;
    b++;
    printf("%d\n", b);
    b *= 0;
    printf("%d\n", b);
    b |= 6;
    printf("%d\n", b);
    b ^= 1;
    printf("%d\n", b);
    b = true;
    b <<= 3;
    printf("%d\n", b);
    b >>= 1;
    printf("%d\n", b);
    int old = b++;
    printf("%d %d\n", old, b);
    bool flags[3] = {7, 0, -1};
    printf("%d%d%d %zu\n", flags[0], flags[1], flags[2], sizeof flags);
    return b + flags[0] * 2;
}
