// noreturn functions end the program from a nested call
#include <stdio.h>
#include <stdlib.h>

__attribute__((noreturn)) static void stop(int code)
{
    printf("stopping with %d\n", code);
    exit(code);
}

_Noreturn static void fail(const char *why)
{
    printf("%s\n", why);
    stop(17);
}

static int check(int v)
{
    if (v < 0)
        fail("negative");
    return v * 2;
}

int main(void)
{
    printf("%d\n", check(4));
    for (int i = 3;; i--)
        printf("%d\n", check(i));
}
