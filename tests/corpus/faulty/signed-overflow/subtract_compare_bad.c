// Comparing by subtraction overflows for operands of different sign
#include <stdio.h>

static int compare(int a, int b) { return a - b; } //@ error: signed-overflow

int main(void)
{
    int v[3] = {5, -2000000000, 2000000000}, smallest = 0;
    for (int i = 1; i < 3; i++)
        if (compare(v[i], v[smallest]) < 0)
            smallest = i;
    printf("%d\n", smallest);
    return 0;
}
