//@ property: unreach
//@ truth: false
//@ soundness
// A result out of range sets errno.
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
extern void reach_error(void);

int main(void) {
    volatile double x = 1;
    errno = 0;
    double y = scalbln(x, 5000);
    if (errno != 0 && y != 17) reach_error();
    return 0;
}
