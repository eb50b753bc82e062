//@ property: unreach
//@ truth: true
//@ soundness
// The mask that was set comes back.
#include <sys/stat.h>
extern void reach_error(void);

int main(void) {
    umask(5);
    unsigned old = umask(0);
    if (old != 5)
        reach_error();
    return 0;
}
