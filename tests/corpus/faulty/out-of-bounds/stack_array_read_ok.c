// Reading the element after the last one of a local array
#include <stdio.h>

static int largest_step(void)
{
    int v[5] = {1, 4, 9, 16, 25}, best = 0;
    for (int i = 0; i < 4; i++) {
        int step = v[i + 1] - v[i];
        if (step > best)
            best = step;
    }
    return best;
}

int main(void)
{
    printf("%d\n", largest_step() > 0);
    return 0;
}
