//@ property: unreach
//@ truth: false
//@ soundness
// Pointers are printed, and the texts are compared.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);

int main(void) {
    char first[40], second[40];
    char *p = malloc(8);
    if (!p)
        return 0;
    snprintf(first, sizeof first, "%p", (void *)p);
    free(p);
    char *q = malloc(8);
    if (!q)
        return 0;
    snprintf(second, sizeof second, "%p", (void *)q);
    if (strcmp(first, second) == 0)
        reach_error();
    return 0;
}
