// The caller ignores the allocated result of a function
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *upper(const char *s)
{
    size_t n = strlen(s);
    char *r = malloc(n + 1);
    if (!r)
        exit(1);
    for (size_t i = 0; i <= n; i++)
        r[i] = s[i] >= 'a' && s[i] <= 'z' ? s[i] - 32 : s[i];
    return r;
}

int main(void)
{
    char *loud = upper("quiet");
    printf("%zu\n", strlen(loud));
    free(loud);
    return 0;
}
