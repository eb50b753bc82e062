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
    char *start = line;
    while (isspace((unsigned char)*start))
        start++;
    printf("%s\n", start);
    free(line);
    return 0;
}
