// The old pointer is freed although realloc already gave it back
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    short *old = malloc(2 * sizeof *old);
    if (!old)
        return 1;
    old[0] = 1;
    old[1] = 2;
    short *new = realloc(old, 5000 * sizeof *new);
    if (!new) {
        free(old);
        return 1;
    }
    printf("%d\n", new[1]);
    free(new);
    return 0;
}
