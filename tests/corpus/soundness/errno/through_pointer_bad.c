//@ property: unreach
//@ truth: false
//@ soundness
// A library function that is called through a pointer sets errno.
#include <errno.h>
#include <math.h>
extern void reach_error(void);

int main(void) {
    double (*volatile f)(double, int) = ldexp;
    errno = 0;
    double y = f(1, 5000);
    if (errno != 0 && y != 17) reach_error();
    return 0;
}
