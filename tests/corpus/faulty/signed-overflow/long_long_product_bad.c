// A factorial that leaves even long long behind
#include <stdio.h>

int main(void)
{
    long long product = 1;
    for (int i = 2; i <= 25; i++)
        product *= i; //@ error: signed-overflow
    printf("%lld\n", product);
    return 0;
}
