// A function pointer made from a number
#include <stdint.h>
#include <stdio.h>

typedef int (*handler)(int);

static int twice(int v) { return v * 2; }

int main(void)
{
    uintptr_t entry = (uintptr_t)twice;
    handler h = (handler)entry;
    int r = h(21);
    printf("%d\n", r);
    return 0;
}
