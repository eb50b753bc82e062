//@ property: unreach
//@ truth: true
//@ soundness
// The start of a file is at zero.
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    int f = open("/dev/null", 0);
    if (f < 0)
        return 0;
    long at = lseek(f, 0, SEEK_SET);
    if (at > 0)
        reach_error();
    return 0;
}
