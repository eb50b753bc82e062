// Assignments and calls inside the conditions of if, while, for, do and nested operators
#include <stdio.h>

static const char *input = "ab12.x";
static int calls;
static int next(void)
{
    calls++;
    return *input ? *input++ : -1;
}
static int limit(int n) { return calls += 10, n; }

int main(void)
{
    int c, letters = 0, digits = 0;
    while ((c = next()) != -1 && c != '.')
        if ((c >= 'a' && c <= 'z' && ++letters) || (c >= '0' && c <= '9' && ++digits > 1))
            printf("%c ", c);
    printf("%d %d %d\n", letters, digits, calls);
    int a = 0, b = 5, d;
    if ((d = limit(2)) > 1 && (a = d * 2) && !(b -= 5))
        printf("%d %d %d\n", a, b, d);
    int total = 1 + (a && b++);
    total += (b || a--) * 10;
    printf("%d %d %d\n", total, a, b);
    for (int i = 0; limit(3) > i && (i % 2 || a-- > -10); i++)
        printf("%d ", i);
    printf("%d %d\n", a, calls);
    do
        b = b * 2 + (b > 4 ? 1 : 0);
    while ((b < 20 && b != 11) || (b == 22 && a++ < 0));
    printf("%d %d\n", b, a);
    int v[4] = {1, 2, 3, 4};
    v[a > 0 && b > 0 ? 1 : 2] += (c = b > 3) ? v[c ? 3 : 0]++ : 7;
    printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
    return !(a && b) || (c && d);
}
