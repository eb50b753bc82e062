// Calls nested as arguments happen before the outer call
#include <stdio.h>

static int depth;
static int add(int a, int b)
{
    printf("add %d %d\n", a, b);
    return a + b;
}
static int twice(int (*f)(int), int v) { return f(f(v)); }
static int inc(int v)
{
    depth++;
    return v + 1;
}

int main(void)
{
    printf("%d\n", add(add(add(1, 2), 3), 4));
    printf("%d\n", twice(inc, inc(inc(0))));
    printf("%d\n", depth);
    int v = add(inc(5), 0) * 2;
    printf("%d\n", v);
    int array[5] = {0, 1, 2, 3, 4};
    printf("%d\n", array[array[array[inc(2)]]]);
    return depth;
}
