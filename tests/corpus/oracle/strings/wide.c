// Wide, char16_t and char32_t literals and wchar_t arrays
#include <stdio.h>
#include <wchar.h>

static const wchar_t text[] = L"wide \x263a" L"!";
static wchar_t table[2][4] = {L"ab", L"xyz"};

static size_t length(const wchar_t *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

int main(void)
{
    printf("%zu %zu %zu\n", sizeof text, sizeof text[0], length(text));
    for (const wchar_t *p = text; *p; p++)
        printf("%x ", (unsigned)*p);
    printf("\n");
    printf("%c%c %zu\n", (char)table[0][1], (char)table[1][2], length(table[1]));
    wchar_t w = L'\xffff';
    w++;
    printf("%lx\n", (unsigned long)w);
    printf("%zu %zu %zu\n", sizeof u"ab", sizeof U"ab", sizeof L"ab");
    printf("%d %d\n", u"\u20ac"[0] == 0x20ac, U"\U0001f600"[0] == 0x1f600);
    printf("%zu\n", sizeof u"\U0001f600" / sizeof u""[0]);
    printf("%d\n", (wchar_t)-1 < 0);
    wchar_t copy[8] = {L'c', L'o'};
    printf("%zu\n", length(copy));
    return 0;
}
