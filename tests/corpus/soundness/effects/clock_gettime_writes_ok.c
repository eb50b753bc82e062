//@ property: unreach
//@ truth: true
//@ soundness
// clock_gettime writes the time.
#include <time.h>
extern void reach_error(void);

int main(void) {
    struct timespec now[2] = { {-1, -1}, {-1, -1} };
    clock_gettime(CLOCK_REALTIME, now);
    if (now[1].tv_sec != -1)
        reach_error();
    return 0;
}
