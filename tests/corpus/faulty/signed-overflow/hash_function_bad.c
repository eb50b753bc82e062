// A string hash computed in int instead of unsigned
#include <stdio.h>

static unsigned hash(const char *s)
{
    int h = 17;
    for (; *s; s++)
        h = h * 31 + *s; //@ error: signed-overflow
    return h % 101;
}

int main(void)
{
    printf("%u\n", hash("abc"));
    printf("%u\n", hash("a rather long key"));
    return 0;
}
