//@ property: unreach
//@ truth: true
//@ soundness
// A failing library call sets errno.
#include <errno.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    errno = 0;
    if (close(-1) == -1 && errno < 0)
        reach_error();
    return 0;
}
