//@ property: unreach
//@ truth: false
//@ soundness
// A stream keeps the buffer that it gets, and writes to it.
#include <stdio.h>
extern void reach_error(void);
static char b[BUFSIZ];
int main(void) {
    setbuf(stdout, b);
    printf("Q");
    if (b[0] == 'Q') reach_error();
    return 0;
}
