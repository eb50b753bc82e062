//@ property: unreach
//@ truth: false
//@ soundness
// Numbers out of range set errno.
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    errno = 0;
    int y = atoi("99999999999999999999");
    if (y == 17) return 0;
    if (errno != 0) reach_error();
    return 0;
}
