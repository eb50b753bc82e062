// A fresh block in each round, freed only after the last
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *line = NULL;
    int total = 0;
    for (int i = 1; i <= 3; i++) {
        line = malloc(i * 16); //@ error: leak
        if (!line)
            return 1;
        line[0] = (char)i;
        total += line[0];
    }
    free(line);
    printf("%d\n", total);
    return 0;
}
