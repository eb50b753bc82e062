// Character constants: escapes, octal, hex, multi-character and wide
#include <stdio.h>
#include <wchar.h>

int main(void)
{
    printf("%d %d %d %d\n", 'A', '0', ' ', '~');
    printf("%d %d %d %d %d %d %d\n", '\a', '\b', '\f', '\n', '\r', '\t', '\v');
    printf("%d %d %d %d %d\n", '\\', '\'', '"', '\"', '\?');
    printf("%d %d %d %d\n", '\0', '\7', '\101', '\377');
    printf("%d %d %d\n", '\x41', '\x7f', '\xff');
    printf("%d\n", '\e');
    printf("%d %d\n", 'ab', 'abcd');
    printf("%zu %zu\n", sizeof 'a', sizeof L'a');
    printf("%d %d\n", (int)L'z', (int)L'\x3b1');
    printf("%d %d\n", u'\xffff', U'\x1f600' == 0x1f600);
    printf("%d\n", 'z' - 'a' + 1);
    wchar_t w = L'\377';
    printf("%d\n", (int)w);
    return 0;
}
