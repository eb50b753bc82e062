// Roman numerals, number bases and calendar arithmetic
#include <stdio.h>
#include <string.h>

static char *roman(char *out, int n)
{
    static const struct { int v; const char *s; } parts[] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"},
                                                             {100, "C"},  {90, "XC"},  {50, "L"},  {40, "XL"},
                                                             {10, "X"},   {9, "IX"},   {5, "V"},   {4, "IV"}, {1, "I"}};
    char *o = out;
    *o = 0;
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++)
        for (; n >= parts[i].v; n -= parts[i].v) {
            strcpy(o, parts[i].s);
            o += strlen(parts[i].s);
        }
    return out;
}

static const char *in_base(unsigned v, unsigned base)
{
    static char buffer[33];
    char *p = buffer + 32;
    do {
        *--p = "0123456789abcdefghijklmnopqrstuvwxyz"[v % base];
        v /= base;
    } while (v);
    return p;
}

static int weekday(int y, int m, int d)
{
    static const int t[] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
    y -= m < 3;
    return (y + y / 4 - y / 100 + y / 400 + t[m - 1] + d) % 7;
}

int main(void)
{
    char b[20];
    int years[] = {1, 4, 1444, 1999, 2024, 3888};
    for (int i = 0; i < 6; i++)
        printf("%s ", roman(b, years[i]));
    printf("\n");
    for (unsigned base = 2; base <= 36; base += 7)
        printf("%s ", in_base(123456789u, base));
    printf("\n");
    printf("%d %d %d\n", weekday(2000, 1, 1), weekday(1969, 7, 20), weekday(2024, 2, 29));
    return 0;
}
