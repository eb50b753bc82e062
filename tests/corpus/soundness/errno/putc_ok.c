//@ property: unreach
//@ truth: true
//@ soundness
// Output to a stream that cannot be written sets errno.
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    errno = 0;
    putc('x', stdin);
    if (errno < 0) reach_error();
    return 0;
}
