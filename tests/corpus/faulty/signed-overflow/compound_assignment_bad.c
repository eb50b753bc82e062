// += on an int accumulator
#include <stdio.h>

int main(void)
{
    static const int sales[] = {900000000, 800000000, 700000000};
    int total = 0;
    for (int i = 0; i < 3; i++)
        total += sales[i]; //@ error: signed-overflow
    printf("%d\n", total);
    return 0;
}
