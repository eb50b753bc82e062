// A value outside the handled ones arrives at __builtin_unreachable
#include <stdio.h>

static int weight(int kind)
{
    switch (kind) {
    case 0: return 1;
    case 1: return 5;
    case 2: return 25;
    }
    __builtin_unreachable(); //@ error: unreachable
}

int main(void)
{
    int total = 0;
    for (int kind = 0; kind <= 3; kind++)
        total += weight(kind);
    printf("%d\n", total);
    return 0;
}
