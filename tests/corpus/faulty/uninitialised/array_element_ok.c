// The maximum of a partly filled array
#include <stdio.h>

int main(void)
{
    int readings[5];
    for (int i = 0; i < 4; i++)
        readings[i] = 10 * i;
    int best = readings[0];
    for (int i = 1; i < 4; i++)
        if (readings[i] > best)
            best = readings[i];
    printf("%d\n", best >= 30);
    return 0;
}
