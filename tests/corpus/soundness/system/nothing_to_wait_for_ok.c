//@ property: unreach
//@ truth: true
//@ soundness
// Nothing happens on no descriptor.
#include <poll.h>
extern void reach_error(void);

int main(void) {
    struct pollfd f = {-1, 0, 7};
    int n = poll(&f, 1, 0);
    if (n > 0)
        reach_error();
    return 0;
}
