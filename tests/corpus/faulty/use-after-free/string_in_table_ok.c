// A table keeps a pointer to a string that is freed before printing
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *names[2];

int main(void)
{
    char *copy = strdup("temporary");
    if (!copy)
        return 1;
    names[0] = "permanent";
    names[1] = copy;
    for (int i = 0; i < 2; i++)
        puts(names[i]);
    free(copy);
    return 0;
}
