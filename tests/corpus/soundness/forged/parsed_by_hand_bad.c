//@ property: unreach
//@ truth: false
//@ soundness
// A number is printed, and its digits are read by hand.
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 1;
    char text[32];
    sprintf(text, "%lu", (unsigned long)p);
    unsigned long v = 0;
    for (int i = 0; text[i]; i++)
        v = v * 10 + (text[i] - '0');
    *(int *)v = 7;
    if (*p == 7)
        reach_error();
    free(p);
    return 0;
}
