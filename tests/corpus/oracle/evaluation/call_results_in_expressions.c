// Results of calls used inside larger expressions; each call happens exactly once
#include <stdio.h>

static int n;
static int one(void) { return n += 1; }
static int identity(int v) { return v; }
struct pair { int a, b; };
static struct pair pair(int v) { return (struct pair){v, v + 1}; }
static int *cell(void)
{
    static int c = 40;
    n += 100;
    return &c;
}

int main(void)
{
    int x = one() * 3;
    printf("%d %d\n", x, n);
    x = -identity(one()) + 7;
    printf("%d %d\n", x, n);
    x = identity(3) << identity(2) | identity(1);
    printf("%d\n", x);
    *cell() += identity(2);
    x = *cell();
    printf("%d %d\n", x, n);
    x = pair(identity(4)).b * pair(5).a;
    printf("%d\n", x);
    int array[3] = {identity(7), identity(8), pair(9).a};
    array[identity(1)] = array[identity(2)] - array[identity(0)];
    printf("%d\n", array[1]);
    x = (identity(1), identity(2)) ? identity(5) : identity(6);
    printf("%d\n", x);
    double d = identity(7) / 2 + identity(7) / 2.0;
    printf("%.1f\n", d);
    return identity(identity(identity(9)));
}
