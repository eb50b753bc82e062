// A dispatch table has a hole
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static int (*const table[4])(int, int) = {add, add, mul, mul};

int main(void)
{
    int v = 1;
    for (int op = 0; op < 4; op++)
        v = table[op](v, 5);
    printf("%d\n", v);
    return 0;
}
