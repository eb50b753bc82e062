// Calling a data object
#include <stdio.h>

static int value = 3;
static int function(void) { return value; }

int main(void)
{
    void *target = (void *)function;
    int (*f)(void) = (int (*)(void))target;
    int r = f();
    printf("%d\n", r);
    return 0;
}
