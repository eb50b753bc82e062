// A countdown with pre-decrement starts at the smallest value
#include <limits.h>
#include <stdio.h>

static int wait(int budget)
{
    int spent = 0;
    while (spent < 3 && budget > INT_MIN) {
        --budget;
        spent++;
    }
    return budget;
}

int main(void)
{
    printf("%d\n", wait(10));
    printf("%d\n", wait(INT_MIN + 1));
    return 0;
}
