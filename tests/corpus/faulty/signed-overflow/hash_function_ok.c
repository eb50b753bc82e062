// A string hash computed in int instead of unsigned
#include <stdio.h>

static unsigned hash(const char *s)
{
    unsigned h = 17;
    for (; *s; s++)
        h = h * 31 + *s;
    return h % 101;
}

int main(void)
{
    printf("%u\n", hash("abc"));
    printf("%u\n", hash("a rather long key"));
    return 0;
}
