// The value is read once more after the block was released
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *answer = malloc(sizeof *answer);
    if (!answer)
        return 1;
    *answer = 42;
    free(answer);
    printf("%d\n", *answer); //@ error: use-after-free
    return 0;
}
