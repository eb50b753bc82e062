// malloc does not clear: counting starts from garbage
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *counts = malloc(4 * sizeof *counts);
    if (!counts)
        return 1;
    for (const char *s = "abcab"; *s; s++)
        counts[*s - 'a']++;
    int twice = 0;
    for (int i = 0; i < 4; i++)
        if (counts[i] == 2) //@ error: uninitialised
            twice++;
    printf("%d\n", twice >= 0);
    free(counts);
    return 0;
}
