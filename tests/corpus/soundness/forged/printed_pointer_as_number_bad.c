//@ property: unreach
//@ truth: false
//@ soundness
// A pointer is printed, and read again as a number.
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 1;
    char text[32];
    unsigned long v = 0;
    snprintf(text, sizeof text, "%p", (void *)p);
    if (sscanf(text, "%lx", &v) != 1)
        return 0;
    *(int *)v = 7;
    if (*p == 7)
        reach_error();
    free(p);
    return 0;
}
