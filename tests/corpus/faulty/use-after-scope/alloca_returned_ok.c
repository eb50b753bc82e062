// alloca memory is gone when the function returns
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *join(const char *a, const char *b)
{
    size_t n = strlen(a);
    char *out = malloc(n + strlen(b) + 1);
    if (!out)
        exit(1);
    strcpy(out, a);
    strcpy(out + n, b);
    return out;
}

int main(void)
{
    char *text = join("half", "moon");
    int first = text[4];
    printf("%d\n", first == 'm');
    free(text);
    return 0;
}
