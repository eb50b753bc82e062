// Plain char is signed, and a distinct type from signed char and unsigned char
#include <limits.h>
#include <stdio.h>

int main(void)
{
    char c = '\xff';
    unsigned char u = '\xff';
    printf("%d %d\n", c, u);
    printf("%d %d\n", CHAR_MIN, CHAR_MAX);
    printf("%d %d\n", c == '\xff', u == '\xff');
    printf("%d\n", '\200');
    printf("%d\n", c < 'a');

    const char *text = "\x80\x7f\xfe";
    int sum = 0;
    for (const char *p = text; *p; p++)
        sum += *p;
    printf("%d\n", sum);
    sum = 0;
    for (const unsigned char *p = (const unsigned char *)text; *p; p++)
        sum += *p;
    printf("%d\n", sum);
    printf("%d %d %d\n", _Generic(c, char: 1, signed char: 2, unsigned char: 3),
           _Generic((signed char)0, char: 1, signed char: 2, unsigned char: 3),
           _Generic(u, char: 1, signed char: 2, unsigned char: 3));
    c = 127;
    c++;
    printf("%d\n", c);
    return 0;
}
