//@ property: unreach
//@ truth: true
//@ soundness
// Of strtol it is known when errno is set.
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    errno = 0;
    long v = strtol("42", 0, 10);
    if (errno != 0 || v != 42) reach_error();
    return 0;
}
