// A divisor that is not zero becomes zero when it is stored in a byte
#include <stdio.h>

int main(void)
{
    int rate = 512;
    unsigned char divisor = rate;
    long long ticks = 1000000ll / divisor; //@ error: division-by-zero
    printf("%lld\n", ticks);
    return 0;
}
