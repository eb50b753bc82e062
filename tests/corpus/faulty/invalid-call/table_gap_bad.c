// A dispatch table has a hole
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static int (*const table[4])(int, int) = {[0] = add, [3] = mul};

int main(void)
{
    int v = 1;
    for (int op = 0; op < 4; op++)
        v = table[op](v, 5); //@ error: invalid-call
    printf("%d\n", v);
    return 0;
}
