// A list of numbers without its closing zero
#include <stdarg.h>
#include <stdio.h>

static int count(int first, ...)
{
    va_list ap;
    va_start(ap, first);
    int n = 0;
    for (int v = first; v != 0 && n < 12; n++)
        v = va_arg(ap, int); //@ error: bad-varargs
    va_end(ap);
    return n > 0;
}

int main(void)
{
    printf("%d\n", count(7, 8, 9, 0));
    printf("%d\n", count(7, 8, 9));
    return 0;
}
