// += on an int accumulator
#include <stdio.h>

int main(void)
{
    static const int sales[] = {900000000, 800000000, 700000000};
    long long total = 0;
    for (int i = 0; i < 3; i++)
        total += sales[i];
    printf("%lld\n", total);
    return 0;
}
