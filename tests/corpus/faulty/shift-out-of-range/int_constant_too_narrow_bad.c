// The constant 1 is an int even when the result is wanted in 64 bits
#include <stdio.h>

static unsigned long long flags;

static void set(int bit) { flags |= 1 << bit; } //@ error: shift-out-of-range

int main(void)
{
    set(3);
    set(40);
    printf("%llx\n", flags);
    return 0;
}
