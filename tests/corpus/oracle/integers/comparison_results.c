// Relational, equality and logical operators give int 0 or 1
#include <stdio.h>

int main(void)
{
    int a = 3, b = 5, c = 3;
    printf("%d %d %d %d %d %d\n", a < b, a > b, a <= c, a >= c, a == c, a != c);
    printf("%d %d\n", 1 < 2 < 3, 3 > 2 > 1);
    printf("%d\n", (a < b) + (b > c) + (a == c));
    printf("%d %d %d\n", !a, !!a, !0);
    printf("%d %d\n", a && b, 0 || b);
    printf("%zu %zu %zu\n", sizeof(1.0 < 2.0), sizeof(1ll == 2ll), sizeof(!1ll));
    printf("%d\n", -(a < b));
    printf("%d\n", a == b == 0);
    printf("%d\n", !a == b);
    printf("%d\n", a < b == c < b);
    int count[2] = {0, 0};
    for (int i = 0; i < 10; i++)
        count[i % 3 == 0]++;
    printf("%d %d\n", count[0], count[1]);
    return 0;
}
