// Removing trailing blanks from a blank string walks in front of it
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void trim(char *s)
{
    int i = (int)strlen(s) - 1;
    while (s[i] == ' ') //@ error: out-of-bounds
        i--;
    s[i + 1] = 0;
}

int main(void)
{
    char *a = strdup("text  "), *b = strdup("   ");
    if (!a || !b)
        return 1;
    trim(a);
    trim(b);
    printf("[%s] [%s]\n", a, b);
    free(a);
    free(b);
    return 0;
}
