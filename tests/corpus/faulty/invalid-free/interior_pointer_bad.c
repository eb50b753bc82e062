// The pointer that is freed was advanced past leading blanks
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *line = strdup("   indented");
    if (!line)
        return 1;
    while (isspace((unsigned char)*line))
        line++;
    printf("%s\n", line);
    free(line); //@ error: invalid-free
    return 0;
}
