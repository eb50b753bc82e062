// strcpy into a buffer that is one byte too small for the terminator
#include <stdio.h>
#include <string.h>

int main(void)
{
    const char *name = "argument";
    char buffer[8];
    strcpy(buffer, name); //@ error: out-of-bounds
    printf("%s\n", buffer);
    return 0;
}
