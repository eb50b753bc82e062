// String literals: escapes, adjacent concatenation, embedded NUL
#include <stdio.h>
#include <string.h>

#define GREETING "hello"

static void dump(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        printf("%d ", s[i]);
    printf("\n");
}

int main(void)
{
    printf("%s\n", "one " "two " GREETING "!");
    dump("\a\b\f\n\r\t\v\\\'\"\?", 11);
    dump("\0\1\12\123\1234", sizeof "\0\1\12\123\1234");
    dump("\x1\x7f\xff" "f", 5);
    dump("a\0b", sizeof "a\0b");
    printf("%zu %zu\n", sizeof "a\0b", strlen("a\0b"));
    printf("%zu\n", sizeof "" "");
    printf("%c %c\n", "abc"[1], *("xyz" + 2));
    const char *multi = "first \
second";
    printf("%s\n", multi);
    printf("%s", "tab\tquote\"percent%\n");
    dump("\u00e9", sizeof "\u00e9");
    dump(u8"\u20ac", sizeof u8"\u20ac");
    printf("%zu\n", sizeof "\08");
    return 0;
}
