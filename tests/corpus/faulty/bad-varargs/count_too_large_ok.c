// The count says four, the call passes three
#include <stdarg.h>
#include <stdio.h>

static int sum(int n, ...)
{
    va_list ap;
    int total = 0;
    va_start(ap, n);
    while (n-- > 0)
        total += va_arg(ap, int);
    va_end(ap);
    return total != 0;
}

int main(void)
{
    printf("%d\n", sum(2, 5, 6));
    printf("%d\n", sum(3, 1, 2, 3));
    return 0;
}
