// An argument is fetched before looking at the format
#include <stdarg.h>
#include <stdio.h>

static int note(const char *format, ...)
{
    va_list ap;
    int extra = 0;
    va_start(ap, format);
    extra = va_arg(ap, int); //@ error: bad-varargs
    va_end(ap);
    return format[0] == '%' ? extra : 0;
}

int main(void)
{
    int r = note("plain");
    r += note("%d", 4);
    printf("%d\n", r);
    return 0;
}
