// strdup and strndup give independent heap copies
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char source[] = "duplicate";
    char *a = strdup(source), *b = strndup(source, 3), *c = strndup("ab", 10), *d = strdup("");
    if (!a || !b || !c || !d)
        return 1;
    source[0] = 'X';
    a[1] = 'O';
    printf("%s %s %s %s [%s]\n", source, a, b, c, d);
    printf("%zu %zu %zu\n", strlen(a), strlen(b), strlen(c));
    free(a);
    free(b);
    free(c);
    free(d);
    const char *words[] = {"own", "these", "strings"};
    char *copies[3];
    for (int i = 0; i < 3; i++) {
        copies[i] = strdup(words[2 - i]);
        if (!copies[i])
            return 1;
        copies[i][0] -= 32;
    }
    for (int i = 0; i < 3; i++) {
        printf("%s ", copies[i]);
        free(copies[i]);
    }
    printf("\n");
    return 0;
}
