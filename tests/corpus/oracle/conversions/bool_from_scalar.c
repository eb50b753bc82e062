// Conversion to _Bool gives 1 for everything that compares unequal to zero
#include <stdbool.h>
#include <stdio.h>

static int object;
static void function(void) {}

int main(void)
{
    bool b = 2;
    printf("%d", b);
    b = 256;
    printf("%d", b);
    b = 0x100000000ll;
    printf("%d", b);
    b = 0.25;
    printf("%d", b);
    b = -0.0;
    printf("%d", b);
    b = 1e-40f;
    printf("%d", b);
    b = 0.0 / 1.0;
    printf("%d", b);
    b = &object;
    printf("%d", b);
    b = (void *)0;
    printf("%d", b);
    b = function;
    printf("%d", b);
    b = "";
    printf("%d\n", b);
    printf("%zu %d %d\n", sizeof(bool), (bool)0.5 + (bool)0.5, (bool)4 == true);
    printf("%d %d\n", (int)0.5, (bool)(int)0.5);
    return 0;
}
