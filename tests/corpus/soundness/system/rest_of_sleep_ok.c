//@ property: unreach
//@ truth: true
//@ soundness
// What is left of a sleep is no more than was asked for.
#include <time.h>
extern void reach_error(void);

int main(void) {
    struct timespec want = {0, 1000}, rest = {0, 0};
    nanosleep(&want, &rest);
    if (rest.tv_sec > 0)
        reach_error();
    return 0;
}
