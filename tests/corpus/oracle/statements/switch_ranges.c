// GNU case ranges, also with negative and large bounds
#include <stdio.h>

static const char *kind(int c)
{
    switch (c) {
    case 'a' ... 'z': return "lower";
    case 'A' ... 'Z': return "upper";
    case '0' ... '9': return "digit";
    case -10 ... -1: return "negative";
    case 1000 ... 2147483647: return "huge";
    case ' ': return "space";
    default: return "other";
    }
}

static int level(unsigned u)
{
    switch (u) {
    case 0 ... 9: return 0;
    case 10 ... 99: return 1;
    case 0x80000000u ... 0xffffffffu: return 3;
    }
    return 2;
}

int main(void)
{
    int probes[] = {'q', 'Q', '7', ' ', '!', -5, -11, 999, 1000, 2147483647};
    for (int i = 0; i < 10; i++)
        printf("%s ", kind(probes[i]));
    printf("\n");
    printf("%d %d %d %d %d\n", level(9), level(10), level(100), level(0x7fffffff), level(-1));
    return 0;
}
