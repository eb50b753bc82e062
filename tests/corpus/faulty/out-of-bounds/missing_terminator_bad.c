// strncpy leaves a full buffer without a terminator, strlen runs past it
#include <stdio.h>
#include <string.h>

int main(void)
{
    char tag[4];
    strncpy(tag, "abcdef", sizeof tag);
    size_t n = strlen(tag); //@ error: out-of-bounds
    printf("%zu\n", n);
    return 0;
}
