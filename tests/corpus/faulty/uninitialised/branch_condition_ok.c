// A flag is set on only one of two paths
#include <stdio.h>

static int check(int v)
{
    int ok = 0;
    if (v > 10)
        ok = 1;
    if (ok)
        return 2;
    return 3;
}

int main(void)
{
    printf("%d\n", check(20));
    printf("%d\n", check(5) > 0);
    return 0;
}
