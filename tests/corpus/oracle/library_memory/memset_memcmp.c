// memset, memcmp (unsigned comparison) and memchr
#include <stdio.h>
#include <string.h>

static int sign(int v) { return (v > 0) - (v < 0); }

int main(void)
{
    char a[10];
    printf("%d\n", memset(a, 'z', 9) == a);
    a[9] = 0;
    memset(a + 3, '-', 3);
    printf("%s\n", a);
    int v[3];
    memset(v, 0xff, sizeof v);
    printf("%d\n", v[1]);
    memset(v, 0x101, sizeof v);
    printf("%x\n", v[2]);
    printf("%d %d %d\n", sign(memcmp("abc", "abd", 3)), sign(memcmp("abc", "abc", 3)), sign(memcmp("b", "a", 1)));
    printf("%d %d\n", sign(memcmp("\xff", "\x01", 1)), memcmp("x", "y", 0));
    printf("%d\n", sign(memcmp("a\0b", "a\0c", 3)));
    const char *text = "find me here";
    printf("%s\n", (char *)memchr(text, 'm', 12));
    printf("%d %d\n", memchr(text, 'q', 12) == NULL, memchr(text, 'h', 5) == NULL);
    printf("%d\n", (int)((char *)memchr(text, 0, 13) - text));
    unsigned char bytes[] = {1, 200, 3};
    printf("%d\n", (int)((unsigned char *)memchr(bytes, 200, 3) - bytes));
    printf("%d\n", (int)((unsigned char *)memchr(bytes, -56, 3) - bytes));
    return 0;
}
