// ?: evaluates its condition first and then exactly one arm
#include <stdio.h>

static int trace[8], used;
static int mark(int v)
{
    trace[used++] = v;
    return v;
}

int main(void)
{
    int r = mark(1) ? mark(2) : mark(3);
    r = r * 10 + (mark(0) ? mark(4) : mark(5));
    printf("%d:", r);
    for (int i = 0; i < used; i++)
        printf(" %d", trace[i]);
    printf("\n");
    int x = 5, y = 9;
    (x > y ? x : y) > 8 ? x++ : y++;
    printf("%d %d\n", x, y);
    int *p = x < y ? &x : &y;
    *p = 100;
    printf("%d %d\n", x, y);
    for (int i = 0; i < 16; i++)
        printf("%s ", i % 15 == 0 ? "fizzbuzz" : i % 5 == 0 ? "buzz" : i % 3 == 0 ? "fizz" : "-");
    printf("\n");
    printf("%d\n", 1 ? 0 ? 1 : 2 : 3);
    return 0;
}
