// Ten times a tenth is not one
#include <assert.h>
#include <stdio.h>

int main(void)
{
    double sum = 0;
    for (int i = 0; i < 10; i++)
        sum += 0.125;
    assert(sum == 1.25);
    printf("%.2f\n", sum);
    return 0;
}
