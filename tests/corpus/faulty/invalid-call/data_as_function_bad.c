// Calling a data object
#include <stdio.h>

static int value = 3;
static int function(void) { return value; }

int main(void)
{
    void *target = &value;
    int (*f)(void) = (int (*)(void))target;
    int r = f(); //@ error: invalid-call
    printf("%d\n", r);
    return 0;
}
