// sprintf and snprintf: contents, truncation, return value, size zero
#include <stdio.h>
#include <string.h>

int main(void)
{
    char b[20];
    int n = sprintf(b, "%d-%s", 7, "seven");
    printf("%d %s\n", n, b);
    n = snprintf(b, 5, "%s", "truncated");
    printf("%d %s %zu\n", n, b, strlen(b));
    n = snprintf(NULL, 0, "%d %d", 1000, -1000);
    printf("%d\n", n);
    strcpy(b, "untouched");
    n = snprintf(b, 0, "new");
    printf("%d %s\n", n, b);
    n = snprintf(b, 1, "new");
    printf("%d [%s]\n", n, b);
    n = snprintf(b, sizeof b, "exact fit is 19 ch.");
    printf("%d %s\n", n, b);
    size_t used = 0;
    for (int i = 0; i < 4; i++)
        used += snprintf(b + used, sizeof b - used, "%d;", i * 111);
    printf("%s %zu\n", b, used);
    sprintf(b, "%c%c", 'x', 0);
    printf("%zu\n", strlen(b));
    return 0;
}
