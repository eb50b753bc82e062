//@ property: unreach
//@ truth: false
//@ soundness
// An address is printed and read as text.
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);

int a = 1;
int f(const char *s) {
    return *(int *)strtoul(s, 0, 0);
}

int main(void) {
    char b[32];
    snprintf(b, 32, "%#lx", (unsigned long)&a);
    a = 3;
    if (f(b) == 3)
        reach_error();
    return 0;
}
