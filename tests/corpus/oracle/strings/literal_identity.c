// String literals as pointers: static storage, usable after the function returned
#include <stdio.h>
#include <string.h>

static const char *pick(int n)
{
    const char *local = "default";
    switch (n) {
    case 0: return "zero";
    case 1: return "one" + 1;
    case 2: return n > 1 ? "two" : "not two";
    }
    return local;
}

static const char *this_function(void) { return __func__; }

int main(void)
{
    for (int i = 0; i < 4; i++)
        printf("%s ", pick(i));
    printf("\n%s %s\n", this_function(), __func__);
    const char *p = "abcdef";
    const char *q = p;
    printf("%d %d\n", q == p, (int)(q + 3 - p));
    char buffer[] = "abcdef";
    printf("%d %d\n", (const char *)buffer == p, strcmp(buffer, p));
    const char *list[] = {"x", "yy", "zzz"};
    size_t total = 0;
    for (int i = 0; i < 3; i++)
        total += strlen(list[i]);
    printf("%zu %zu\n", total, sizeof __func__);
    return 0;
}
