//@ property: unreach
//@ truth: true
//@ soundness
// A number is printed, read again and written through.
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    int a = 1;
    char text[32];
    sprintf(text, "%lu", (unsigned long)&a);
    unsigned long v = strtoul(text, 0, 10);
    *(int *)v = 7;
    if (a == 8)
        reach_error();
    return 0;
}
