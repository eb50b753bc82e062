// Storing an int into the last byte of a char buffer
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *buffer = malloc(10);
    if (!buffer)
        return 1;
    for (int i = 0; i < 10; i++)
        buffer[i] = (char)i;
    int *last = (int *)(buffer + 8);
    *last = 1; //@ error: out-of-bounds
    printf("%d\n", buffer[4]);
    free(buffer);
    return 0;
}
