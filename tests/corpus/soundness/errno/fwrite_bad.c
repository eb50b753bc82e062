//@ property: unreach
//@ truth: false
//@ soundness
// Output to a stream that cannot be written sets errno.
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    errno = 0;
    fwrite("x", 1, 1, stdin);
    if (errno != 0) reach_error();
    return 0;
}
