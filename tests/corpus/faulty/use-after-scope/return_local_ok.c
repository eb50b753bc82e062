// A function hands out the address of its local array
#include <stdio.h>

static const char *digits(int v, char *buffer)
{
    char *p = buffer + 11;
    *p = 0;
    do
        *--p = (char)('0' + v % 10);
    while (v /= 10);
    return p;
}

int main(void)
{
    char buffer[12];
    const char *text = digits(421, buffer);
    int first = text[0];
    printf("%d\n", first == '4');
    return 0;
}
