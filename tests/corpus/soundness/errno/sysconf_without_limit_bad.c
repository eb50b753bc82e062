//@ property: unreach
//@ truth: false
//@ soundness
// No limit is no error.
#define _GNU_SOURCE
#include <errno.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    errno = 0;
    long v = sysconf(_SC_MQ_OPEN_MAX);
    if (v == -1 && errno == 0) reach_error();
    return 0;
}
