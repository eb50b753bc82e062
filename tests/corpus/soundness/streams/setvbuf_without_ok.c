//@ property: unreach
//@ truth: true
//@ soundness
// Without a buffer nothing is kept.
#define _GNU_SOURCE
#include <stdio.h>
extern void reach_error(void);
static char b[BUFSIZ];
int main(void) {
    setvbuf(stdout, 0, _IOLBF, 0);
    setlinebuf(stdout);
    printf("Q");
    if (b[0] == 'Q') reach_error();
    return 0;
}
