//@ property: unreach
//@ truth: false
//@ soundness
// A stream keeps the buffer that it gets, and writes to it.
#define _GNU_SOURCE
#include <stdio.h>
extern void reach_error(void);
static char b[BUFSIZ];
int main(void) {
    setbuffer(stdout, b, sizeof b);
    printf("Q");
    if (b[0] == 'Q') reach_error();
    return 0;
}
