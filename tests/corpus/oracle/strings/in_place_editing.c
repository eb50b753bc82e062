// Editing char arrays in place: upper-casing, trimming, replacing, reversing words
#include <stdio.h>
#include <string.h>

static void upper(char *s)
{
    for (; *s; s++)
        if (*s >= 'a' && *s <= 'z')
            *s -= 'a' - 'A';
}

static char *trim(char *s)
{
    while (*s == ' ')
        s++;
    char *end = s + strlen(s);
    while (end > s && end[-1] == ' ')
        *--end = 0;
    return s;
}

static void squeeze(char *s, char c)
{
    char *to = s;
    for (; *s; s++)
        if (*s != c)
            *to++ = *s;
    *to = 0;
}

static void turn(char *a, char *b)
{
    while (a < b) {
        char t = *a;
        *a++ = *--b;
        *b = t;
    }
}

int main(void)
{
    char a[] = "Mixed Case 42", b[] = "   padded text  ", c[] = "mississippi", d[] = "three short words";
    upper(a);
    printf("[%s] [%s]\n", a, trim(b));
    squeeze(c, 's');
    printf("%s\n", c);
    char *end = d + strlen(d);
    turn(d, end);
    for (char *w = d; w < end;) {
        char *e = w;
        while (*e && *e != ' ')
            e++;
        turn(w, e);
        w = e + 1;
    }
    printf("%s\n", d);
    return 0;
}
