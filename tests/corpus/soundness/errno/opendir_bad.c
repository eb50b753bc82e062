//@ property: unreach
//@ truth: false
//@ soundness
// A directory that is not there is an error.
#include <errno.h>
#include <dirent.h>
extern void reach_error(void);

int main(void) {
    errno = 0;
    if (opendir("/does/not/exist")) return 0;
    if (errno != 0) reach_error();
    return 0;
}
