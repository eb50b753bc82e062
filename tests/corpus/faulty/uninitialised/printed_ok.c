// A result is printed although the function that fills it gave up
#include <stdio.h>

static int parse(const char *s, int *out)
{
    if (*s < '0' || *s > '9')
        return 0;
    *out = *s - '0';
    return 1;
}

int main(void)
{
    int a, b;
    parse("4", &a);
    printf("%d\n", a);
    if (parse("x", &b))
        printf("%d\n", b);
    return 0;
}
