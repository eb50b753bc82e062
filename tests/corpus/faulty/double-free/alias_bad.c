// The same block is freed through two names
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *a = malloc(8);
    if (!a)
        return 1;
    char *b = a;
    a[0] = 'k';
    printf("%c\n", b[0]);
    free(a);
    free(b); //@ error: double-free
    return 0;
}
