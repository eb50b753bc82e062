// A fixed-length comparison reads past a short string literal
#include <stdio.h>
#include <string.h>

static int starts(const char *text, const char *word)
{
    return memcmp(text, word, 8) == 0; //@ error: out-of-bounds
}

int main(void)
{
    printf("%d\n", starts("abc", "abc"));
    return 0;
}
