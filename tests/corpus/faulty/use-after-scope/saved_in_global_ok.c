// A registered callback context lives on the stack of a function that has returned
#include <stdio.h>

struct context { int count; };
static struct context *registered;

static void setup(int start)
{
    static struct context c;
    c.count = start;
    registered = &c;
}

static int fire(void)
{
    return ++registered->count;
}

int main(void)
{
    setup(10);
    int n = fire();
    printf("%d\n", n);
    return 0;
}
