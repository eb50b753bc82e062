//@ property: unreach
//@ truth: false
//@ soundness
// A stream keeps the buffer that it gets, and writes to it.
#include <stdio.h>
extern void reach_error(void);
static char b[BUFSIZ];
int main(void) {
    setvbuf(stdout, b, _IOFBF, sizeof b);
    printf("Q");
    if (b[0] == 'Q') reach_error();
    return 0;
}
