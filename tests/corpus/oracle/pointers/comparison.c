// Pointer comparison inside one object, with null, and equality across objects
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int a[5], b;
    int *low = &a[1], *high = &a[4], *end = a + 5;
    printf("%d%d%d%d\n", low < high, low > high, low <= low, high >= low);
    printf("%d%d%d\n", low == &a[1], low != high, end > high);
    printf("%d%d\n", low == 0, low != NULL);
    printf("%d\n", &b == a);
    int *null = 0;
    printf("%d%d%d\n", !null, null == NULL, null ? 1 : 0);
    if (low && !null)
        puts("ok");
    char *x = malloc(4), *y = malloc(4);
    printf("%d %d\n", x == y, x != y);
    free(x);
    free(y);
    struct { int first, second; } s;
    printf("%d\n", &s.first < &s.second);
    printf("%d\n", (void *)&s == &s.first);
    int count = 0;
    for (int *p = a; p != end; ++p)
        count += p >= low && p < high;
    printf("%d\n", count);
    int m[2][3];
    printf("%d\n", &m[0][2] < &m[1][0]);
    return 0;
}
