// A counter steps past the largest int because the loop's bound is inclusive
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int last = INT_MAX, turns = 0;
    int i = INT_MAX - 3;
    while (i <= last) {
        turns++;
        i++; //@ error: signed-overflow
    }
    printf("%d\n", turns);
    return 0;
}
