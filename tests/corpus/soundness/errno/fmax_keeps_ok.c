//@ property: unreach
//@ truth: true
//@ soundness
// There is no error that this function could meet.
#include <errno.h>
#include <math.h>
extern void reach_error(void);

int main(void) {
    volatile double x = 3;
    int e = 0;
    errno = 0;
    double y = fmax(x, 1);
    if (errno != 0 && y != 17 && e != 5) reach_error();
    return 0;
}
