// __int128: printing in decimal by repeated division
#include <stdio.h>

#ifdef __SIZEOF_INT128__
static void print_decimal(__int128 v)
{
    char text[50];
    int at = 49;
    int negative = v < 0;
    unsigned __int128 rest = negative ? -(unsigned __int128)v : (unsigned __int128)v;
    text[at] = 0;
    do {
        text[--at] = '0' + (int)(rest % 10);
        rest /= 10;
    } while (rest);
    if (negative)
        text[--at] = '-';
    puts(text + at);
}

int main(void)
{
    print_decimal(0);
    print_decimal(-1);
    __int128 f = 1;
    for (int i = 1; i <= 33; i++)
        f *= i;
    print_decimal(f);
    print_decimal(-f / 1000003);
    __int128 max = (__int128)(~(unsigned __int128)0 >> 1);
    print_decimal(max);
    print_decimal(-max - 1);
    return 0;
}
#else
int main(void)
{
    puts("no 128-bit integers");
    return 0;
}
#endif
