// A factorial that leaves even long long behind
#include <stdio.h>

int main(void)
{
    long long product = 1;
    for (int i = 2; i <= 20; i++)
        product *= i;
    printf("%lld\n", product);
    return 0;
}
