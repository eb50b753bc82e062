//@ property: unreach
//@ truth: false
//@ soundness
// A result out of range sets errno.
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
extern void reach_error(void);

int main(void) {
    volatile float x = 3.4028234663852886e38f;
    errno = 0;
    float y = nextafterf(x, INFINITY);
    if (errno != 0 && y != 17) reach_error();
    return 0;
}
