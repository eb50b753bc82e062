// assert with a true condition has no effect; the condition is evaluated once
#include <assert.h>
#include <stdio.h>

static int checks;
static int check(int v)
{
    checks++;
    return v;
}

static int divide(int a, int b)
{
    assert(b != 0);
    assert(a >= b && "dividend is larger");
    return a / b;
}

int main(void)
{
    assert(check(1));
    assert(check(2) == 2 || check(3));
    printf("%d %d\n", checks, divide(20, 6));
    int *p = &checks;
    assert(p);
    assert((*p)++ == 2);
    printf("%d\n", checks);
    if (checks)
        assert(checks > 0);
    else
        assert(0);
    return 0;
}
