//@ property: unreach
//@ truth: true
//@ soundness
// What an argument reads of errno is read before the call sets it.
#include <errno.h>
#include <math.h>
extern void reach_error(void);

int main(void) {
    errno = 4;
    double y = sqrt(errno);
    if (y != 2) reach_error();
    return 0;
}
