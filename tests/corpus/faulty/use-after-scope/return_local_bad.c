// A function hands out the address of its local array
#include <stdio.h>

static const char *digits(int v)
{
    char buffer[12];
    char *p = buffer + 11;
    *p = 0;
    do
        *--p = (char)('0' + v % 10);
    while (v /= 10);
    return p;
}

int main(void)
{
    const char *text = digits(421);
    int first = text[0]; //@ error: use-after-scope
    printf("%d\n", first == '4');
    return 0;
}
