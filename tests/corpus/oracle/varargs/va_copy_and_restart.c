// va_copy keeps a position; va_start may be used again after va_end
#include <stdarg.h>
#include <stdio.h>

static int spread(int n, ...)
{
    va_list ap, saved;
    int total = 0, max = 0;
    va_start(ap, n);
    int first = va_arg(ap, int);
    va_copy(saved, ap);
    for (int i = 1; i < n; i++)
        total += va_arg(ap, int);
    va_end(ap);
    for (int i = 1; i < n; i++) {
        int v = va_arg(saved, int);
        if (v > max)
            max = v;
    }
    va_end(saved);
    va_start(ap, n);
    int again = va_arg(ap, int);
    va_end(ap);
    return total * 1000 + max * 10 + (again == first);
}

int main(void)
{
    printf("%d\n", spread(4, 9, 1, 5, 3));
    printf("%d\n", spread(1, 2));
    printf("%d\n", spread(7, 1, 2, 3, 4, 5, 6, 7));
    return 0;
}
