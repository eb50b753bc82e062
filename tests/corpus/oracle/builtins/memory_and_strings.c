// __builtin_memcpy, memset, memcmp, strlen, strcmp and friends behave like the library's
#include <stdio.h>

int main(void)
{
    char a[16], b[16];
    __builtin_memset(a, 'x', 15);
    a[15] = 0;
    __builtin_memcpy(b, a, 16);
    b[3] = 'y';
    printf("%d %d\n", __builtin_memcmp(a, b, 3), __builtin_memcmp(a, b, 16) < 0);
    __builtin_memmove(b + 1, b, 5);
    printf("%s\n", b);
    printf("%d %d\n", (int)__builtin_strlen(a), (int)__builtin_strlen("four"));
    printf("%d\n", __builtin_strcmp("abc", "abd") < 0);
    __builtin_strcpy(a, "copied");
    printf("%s %s\n", a, __builtin_strchr(a, 'p'));
    printf("%d %d\n", __builtin_abs(-5), __builtin_strncmp("abcd", "abzz", 2));
    __builtin_printf("%d\n", 42);
    int *p = __builtin_malloc(sizeof *p);
    if (!p)
        return 1;
    *p = 9;
    __builtin_printf("%d\n", *p);
    __builtin_free(p);
    __builtin_puts("done");
    return 0;
}
