// The buffer is large enough for both words but not for the space between them
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *first = "left", *second = "right";
    char *joined = malloc(strlen(first) + strlen(second) + 2);
    if (!joined)
        return 1;
    strcpy(joined, first);
    strcat(joined, " ");
    strcat(joined, second);
    printf("%s\n", joined);
    free(joined);
    return 0;
}
