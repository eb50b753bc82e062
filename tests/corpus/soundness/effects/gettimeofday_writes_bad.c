//@ property: unreach
//@ truth: false
//@ soundness
// gettimeofday writes the time.
#include <sys/time.h>
extern void reach_error(void);

int main(void) {
    struct timeval now = {-1, -1};
    int other = 3;
    gettimeofday(&now, 0);
    if (now.tv_sec != -1)
        reach_error();
    return 0;
}
