//@ property: unreach
//@ truth: true
//@ soundness
// getline allocates a line and writes the pointer to it.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    char *line = 0;
    size_t size = 0;
    long n = getline(&line, &size, stdin);
    if (n > 0 && line == 0)
        reach_error();
    free(line);
    return 0;
}
