//@ property: unreach
//@ truth: false
//@ soundness
//@ stdin: Q
// A stream keeps the buffer that it gets, and writes to it.
#include <stdio.h>
extern void reach_error(void);
static char b[BUFSIZ];
int main(void) {
    setvbuf(stdin, b, _IOFBF, sizeof b);
    int c = getchar();
    if (b[0] == 'Q' && c == 'Q') reach_error();
    return 0;
}
