// An argument is fetched before looking at the format
#include <stdarg.h>
#include <stdio.h>

static int note(const char *format, ...)
{
    va_list ap;
    int extra = 0;
    va_start(ap, format);
    if (format[0] == '%')
        extra = va_arg(ap, int);
    va_end(ap);
    return format[0] == '%' ? extra : 0;
}

int main(void)
{
    int r = note("%d", 4);
    r += note("plain");
    printf("%d\n", r);
    return 0;
}
