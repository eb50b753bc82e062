// A function pointer made from a number
#include <stdint.h>
#include <stdio.h>

typedef int (*handler)(int);

static int twice(int v) { return v * 2; }

int main(void)
{
    uintptr_t entry = 64;
    handler h = (handler)entry;
    int r = h(21); //@ error: invalid-call
    printf("%d\n", r);
    return 0;
}
