// Taking a word apart with one step too many
#include <stdio.h>

int main(void)
{
    unsigned long long v = 0x0123456789abcdefull;
    int shift = 0, sum = 0;
    do {
        sum += (int)(v >> shift & 0xff); //@ error: shift-out-of-range
        shift += 8;
    } while (shift <= 64);
    printf("%d\n", sum);
    return 0;
}
