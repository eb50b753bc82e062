// A va_list passed to other functions, by value and by pointer, and to vprintf and vsnprintf
#include <stdarg.h>
#include <stdio.h>

static int take_two(va_list *ap)
{
    int a = va_arg(*ap, int);
    int b = va_arg(*ap, int);
    return a * 10 + b;
}

static int pairs(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int total = 0;
    while (n--)
        total = total * 100 + take_two(&ap);
    va_end(ap);
    return total;
}

static int log_line(const char *level, const char *format, ...)
{
    va_list ap;
    printf("[%s] ", level);
    va_start(ap, format);
    int n = vprintf(format, ap);
    va_end(ap);
    return n;
}

static const char *text(char *buffer, size_t size, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(buffer, size, format, ap);
    va_end(ap);
    return buffer;
}

int main(void)
{
    printf("%d\n", pairs(3, 1, 2, 3, 4, 5, 6));
    int n = log_line("info", "%d %s %c %.2f\n", 42, "answer", '!', 2.5);
    printf("%d\n", n);
    char buffer[10];
    printf("%s\n", text(buffer, sizeof buffer, "%d-%d-%d", 1234, 5678, 9));
    return 0;
}
