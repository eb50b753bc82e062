// An optional out parameter is written through without a check
#include <stddef.h>
#include <stdio.h>

static int parse(const char *s, int *digits)
{
    int v = 0, n = 0;
    while (*s >= '0' && *s <= '9') {
        v = v * 10 + *s++ - '0';
        n++;
    }
    *digits = n; //@ error: null-deref
    return v;
}

int main(void)
{
    int n;
    printf("%d\n", parse("123x", &n));
    printf("%d\n", n);
    printf("%d\n", parse("77", NULL));
    return 0;
}
