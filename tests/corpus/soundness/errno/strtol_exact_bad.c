//@ property: unreach
//@ truth: false
//@ soundness
// Of strtol it is known when errno is set.
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    errno = 0;
    long v = strtol("99999999999999999999", 0, 10);
    if (errno == ERANGE && v > 0) reach_error();
    return 0;
}
