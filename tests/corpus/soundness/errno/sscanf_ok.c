//@ property: unreach
//@ truth: true
//@ soundness
// Numbers out of range set errno.
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    errno = 0;
    long y;
    sscanf("99999999999999999999999", "%ld", &y);
    if (errno < 0) reach_error();
    return 0;
}
